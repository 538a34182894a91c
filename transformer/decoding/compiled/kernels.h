/* The functions that make up a forward pass, for one kind of processor: included by step_body.h and
   viewer/engine/kernels.c. First come
     NAME(x)        the function x for this kind
     TARGET         the attribute that lets the compiler use its instructions
     LANES, Floats  how many numbers it takes at once, and as what
     LOAD(p), STORE(p, v), FROM_HALF(p), REPEAT(a), MULTIPLY_ADD(a, b, c)
   Letters: rows R, D model width. */

#ifndef BLOCK
#define BLOCK 5 /* rows that share one read of a panel */
#endif
#ifndef KEPT
#define KEPT 1 /* inputs at most for which a stripe is turned into 32 bits once for all blocks */
#endif
#define VECTORS 2                /* BLOCK · VECTORS sums stay in registers: of 16, if it is not said that there are 32 */
#define STRIPE (VECTORS * LANES) /* columns of a panel that are summed together */
#define INLINE static inline __attribute__((always_inline))

/* COUNT rows times WIDTH vectors of a panel's columns, which are read once for all of them, from `kept` if they are there
   in 32 bits. Both are constants wherever this is called, so that the sums stay in registers. */
TARGET INLINE void NAME(rows_times_stripe)(const int COUNT, const int WIDTH, const float *x, int x_stride, int inputs,
                                           const uint16_t *stripe, const float *kept, const float *bias, float *y,
                                           int y_stride) {
    Floats sums[BLOCK][PANEL / LANES];
    for (int row = 0; row < COUNT; row++)
        for (int vector = 0; vector < WIDTH; vector++) sums[row][vector] = LOAD(bias + vector * LANES);
    for (int i = 0; i < inputs; i++, stripe += PANEL) {
        Floats weights[PANEL / LANES];
        for (int vector = 0; vector < WIDTH; vector++)
            weights[vector] = kept ? LOAD(kept + i * STRIPE + vector * LANES) : FROM_HALF(stripe + vector * LANES);
        for (int row = 0; row < COUNT; row++) {
            Floats factor = REPEAT(x[row * x_stride + i]);
            for (int vector = 0; vector < WIDTH; vector++)
                sums[row][vector] = MULTIPLY_ADD(factor, weights[vector], sums[row][vector]);
        }
    }
    for (int row = 0; row < COUNT; row++)
        for (int vector = 0; vector < WIDTH; vector++) STORE(y + row * y_stride + vector * LANES, sums[row][vector]);
}

/* y = x Wᵀ + b: (R, inputs) → (R, outputs). A stripe is read from the cache by one block of rows after another; a single
   row takes a whole panel. */
TARGET static void NAME(affine)(const Affine *affine, const float *x, int x_stride, float *y, int y_stride, int rows) {
    float last[BLOCK * PANEL], kept[KEPT * STRIPE];
    int keep = rows > BLOCK && affine->inputs <= KEPT, most = keep ? 4 : BLOCK; /* measured: of kept ones 5 are slower */
    int blocks = (rows + most - 1) / most, columns = rows == 1 ? PANEL : STRIPE;
    for (int begin = 0; begin < affine->outputs; begin += columns) {
        const uint16_t *panel = affine->panels + (size_t)(begin / PANEL * PANEL) * affine->inputs;
        const uint16_t *stripe = panel + begin % PANEL;
        int whole = begin + columns <= affine->outputs;
        for (int i = 0; keep && i < affine->inputs; i++)
            for (int vector = 0; vector < VECTORS; vector++)
                STORE(kept + i * STRIPE + vector * LANES, FROM_HALF(stripe + i * PANEL + vector * LANES));
        for (int block = 0; block < blocks; block++) {
            int first = rows * block / blocks, count = rows * (block + 1) / blocks - first;
            const float *from = x + (size_t)first * x_stride;
            float *to = whole ? y + (size_t)first * y_stride + begin : last;
            int stride = whole ? y_stride : columns;
#define TIMES(COUNT, WIDTH, KEPT_OR_NULL)                                                                              \
    NAME(rows_times_stripe)                                                                                            \
    (COUNT, WIDTH, from, x_stride, affine->inputs, stripe, KEPT_OR_NULL, affine->bias + begin, to, stride)
#define OF_ROWS(COUNT, WIDTH)                                                                                          \
    case COUNT:                                                                                                        \
        if (keep) TIMES(COUNT, WIDTH, kept);                                                                           \
        else TIMES(COUNT, WIDTH, NULL);                                                                                \
        break;
            switch (rows == 1 ? 1 : count) {
                OF_ROWS(1, PANEL / LANES)
                OF_ROWS(2, VECTORS)
                OF_ROWS(3, VECTORS)
                OF_ROWS(4, VECTORS)
                OF_ROWS(5, VECTORS)
#if BLOCK > 5
                OF_ROWS(6, VECTORS)
                OF_ROWS(7, VECTORS)
                OF_ROWS(8, VECTORS)
                OF_ROWS(9, VECTORS)
                OF_ROWS(10, VECTORS)
                OF_ROWS(11, VECTORS)
                OF_ROWS(12, VECTORS)
#endif
            }
#undef OF_ROWS
#undef TIMES
            for (int row = 0; !whole && row < count; row++)
                for (int column = begin; column < affine->outputs; column++)
                    y[(size_t)(first + row) * y_stride + column] = last[row * columns + column - begin];
        }
    }
}

/* LayerNorm: (R, D) → (R, D). */
TARGET static void NAME(normalise)(const Norm *norm, const float *x, float *y, int width, int rows) {
    for (int row = 0; row < rows; row++, x += width, y += width) {
        float sum = 0, squares = 0;
        for (int i = 0; i < width; i++) sum += x[i];
        float mean = sum / width;
        for (int i = 0; i < width; i++) squares += (x[i] - mean) * (x[i] - mean);
        float factor = 1 / sqrtf(squares / width + norm->epsilon);
        for (int i = 0; i < width; i++) y[i] = (x[i] - mean) * factor * norm->gain[i] + norm->bias[i];
    }
}

/* e^x for x ≤ 0, correct to the last bit or two: 2^n times a polynomial of the rest, as in Moshier's Cephes. */
TARGET INLINE float NAME(exponential)(float x) {
    float bounded = x < -87 ? -87 : x;
    float n = floorf(bounded * 1.44269504f + 0.5f), r = bounded - n * 0.693359375f + n * 2.12194440e-4f;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    union {
        int32_t bits;
        float value;
    } power = {((int32_t)n + 127) << 23};
    return x < -87 ? 0 : (p * r * r + r + 1) * power.value;
}

/* e^(x - the highest x) for every number, possibly in place; returns the sum. */
TARGET static float NAME(exponentials)(const float *x, float *y, int count) {
    float highest = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) highest = x[i] > highest ? x[i] : highest;
    for (int i = 0; i < count; i++) y[i] = NAME(exponential)(x[i] - highest);
    for (int i = 0; i < count; i++) sum += y[i];
    return sum;
}

/* softmax(q Kᵀ / √d_k) V for one query, each head separately: (D) → (D). Keys and values of position t begin at
   places[t] · stride, or at t · stride if there are no places. */
TARGET static void NAME(attend)(const float *query, const float *keys, const float *values, const int32_t *places,
                                int stride, int length, int heads, int size, float *weights, float *context) {
    float factor = 1 / sqrtf((float)size);
    for (int head = 0; head < heads; head++, query += size, keys += size, values += size, context += size) {
        for (int t = 0; t < length; t++) {
            const float *key = keys + (size_t)(places ? places[t] : t) * stride;
            float product = 0;
            for (int i = 0; i < size; i++) product += query[i] * key[i];
            weights[t] = product * factor;
        }
        float sum = NAME(exponentials)(weights, weights, length);
        for (int i = 0; i < size; i++) context[i] = 0;
        for (int t = 0; t < length; t++) {
            const float *value = values + (size_t)(places ? places[t] : t) * stride;
            float weight = weights[t] / sum;
            for (int i = 0; i < size; i++) context[i] += weight * value[i];
        }
    }
}

TARGET static void NAME(add)(const float *x, float *to, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] += x[i];
}

/* max(0, x), in place. */
TARGET static void NAME(rectify)(float *x, size_t count) {
    for (size_t i = 0; i < count; i++) x[i] = x[i] < 0 ? 0 : x[i];
}

#undef BLOCK
#undef KEPT
#undef INLINE
#undef VECTORS
#undef STRIPE
