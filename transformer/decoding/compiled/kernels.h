/* The functions that make up a forward pass, for one kind of processor: included by step_body.h and
   viewer/engine/kernels.c. First come
     NAME(x)        the function x for this kind
     TARGET         the attribute that lets the compiler use its instructions
     LANES, Floats  how many numbers it takes at once, and as what
     LOAD(p), STORE(p, v), FROM_HALF(p), REPEAT(a), MULTIPLY_ADD(a, b, c)
   Letters: rows R, D model width. */

#define BLOCK 5                 /* rows that share one read of a panel */
#define VECTORS 2               /* BLOCK · VECTORS sums stay in registers; there are at least 16 */
#define STRIPE (VECTORS * LANES) /* columns of a panel that are summed together */

/* Up to BLOCK rows times one stripe of a panel, which is read once for all of them; a single row takes a whole panel.
   WIDTH is the number of vectors next to each other. */
#define ROWS_TIMES_STRIPE(COUNT, WIDTH)                                                                                \
    TARGET static void NAME(rows_times_stripe_##COUNT)(                                                                \
        const float *x, int x_stride, int inputs, const uint16_t *stripe, const float *bias, float *y, int y_stride) { \
        Floats sums[COUNT][WIDTH];                                                                                     \
        for (int row = 0; row < COUNT; row++)                                                                          \
            for (int vector = 0; vector < WIDTH; vector++) sums[row][vector] = LOAD(bias + vector * LANES);            \
        for (int i = 0; i < inputs; i++, stripe += PANEL) {                                                            \
            Floats weights[WIDTH];                                                                                     \
            for (int vector = 0; vector < WIDTH; vector++) weights[vector] = FROM_HALF(stripe + vector * LANES);       \
            for (int row = 0; row < COUNT; row++) {                                                                    \
                Floats factor = REPEAT(x[row * x_stride + i]);                                                         \
                for (int vector = 0; vector < WIDTH; vector++)                                                         \
                    sums[row][vector] = MULTIPLY_ADD(factor, weights[vector], sums[row][vector]);                      \
            }                                                                                                          \
        }                                                                                                              \
        for (int row = 0; row < COUNT; row++)                                                                          \
            for (int vector = 0; vector < WIDTH; vector++)                                                             \
                STORE(y + row * y_stride + vector * LANES, sums[row][vector]);                                         \
    }
ROWS_TIMES_STRIPE(1, (PANEL / LANES))
ROWS_TIMES_STRIPE(2, VECTORS)
ROWS_TIMES_STRIPE(3, VECTORS)
ROWS_TIMES_STRIPE(4, VECTORS)
ROWS_TIMES_STRIPE(5, VECTORS)
#undef ROWS_TIMES_STRIPE

/* y = x Wᵀ + b: (R, inputs) → (R, outputs). */
TARGET static void NAME(affine)(const Affine *affine, const float *x, int x_stride, float *y, int y_stride, int rows) {
    float last[BLOCK * PANEL];
    for (int first = 0; first < rows; first += BLOCK) {
        int count = rows - first < BLOCK ? rows - first : BLOCK;
        int columns = count == 1 ? PANEL : STRIPE;
        const float *from = x + (size_t)first * x_stride;
        for (int begin = 0; begin < affine->outputs; begin += columns) {
            const uint16_t *panel = affine->panels + (size_t)(begin / PANEL * PANEL) * affine->inputs;
            const uint16_t *stripe = panel + begin % PANEL;
            int whole = begin + columns <= affine->outputs;
            float *to = whole ? y + (size_t)first * y_stride + begin : last;
            int stride = whole ? y_stride : columns;
#define OF_ROWS(COUNT)                                                                                                 \
    NAME(rows_times_stripe_##COUNT)(from, x_stride, affine->inputs, stripe, affine->bias + begin, to, stride)
            switch (count) {
            case 1: OF_ROWS(1); break;
            case 2: OF_ROWS(2); break;
            case 3: OF_ROWS(3); break;
            case 4: OF_ROWS(4); break;
            default: OF_ROWS(5);
            }
#undef OF_ROWS
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

/* e^(x - the highest x) for every number, possibly in place; returns the sum. */
TARGET static float NAME(exponentials)(const float *x, float *y, int count) {
    float highest = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) highest = x[i] > highest ? x[i] : highest;
    for (int i = 0; i < count; i++) y[i] = expf(x[i] - highest);
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
#undef VECTORS
#undef STRIPE
