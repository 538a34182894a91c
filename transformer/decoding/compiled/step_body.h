/* Encoder and decoder, for one kind of processor: included by step.c once for each, with
     NAME(x)        the function x for this kind
     TARGET         the attribute that lets the compiler use its instructions
     LANES, Floats  how many numbers it takes at once, and as what
     LOAD(p), STORE(p, v), FROM_HALF(p), REPEAT(a), MULTIPLY_ADD(a, b, c)
   Letters: rows R, D model width, H heads, S source length, T positions decoded. */

#define VECTORS 2               /* BLOCK · VECTORS sums stay in registers, of which there are 16 or more */
#define STRIPE (VECTORS * LANES) /* columns of a panel that are summed up together */

/* Up to BLOCK rows times one stripe of a panel, which is read once for all of them. */
#define ROWS_TIMES_STRIPE(COUNT)                                                                                       \
    TARGET static void NAME(rows_times_stripe_##COUNT)(                                                                \
        const float *x, int x_stride, int inputs, const uint16_t *stripe, const float *bias, float *y, int y_stride) { \
        Floats sums[COUNT][VECTORS];                                                                                   \
        for (int row = 0; row < COUNT; row++)                                                                          \
            for (int vector = 0; vector < VECTORS; vector++) sums[row][vector] = LOAD(bias + vector * LANES);          \
        for (int i = 0; i < inputs; i++, stripe += PANEL) {                                                            \
            Floats weights[VECTORS];                                                                                   \
            for (int vector = 0; vector < VECTORS; vector++) weights[vector] = FROM_HALF(stripe + vector * LANES);     \
            for (int row = 0; row < COUNT; row++) {                                                                    \
                Floats factor = REPEAT(x[row * x_stride + i]);                                                         \
                for (int vector = 0; vector < VECTORS; vector++)                                                       \
                    sums[row][vector] = MULTIPLY_ADD(factor, weights[vector], sums[row][vector]);                      \
            }                                                                                                          \
        }                                                                                                              \
        for (int row = 0; row < COUNT; row++)                                                                          \
            for (int vector = 0; vector < VECTORS; vector++)                                                           \
                STORE(y + row * y_stride + vector * LANES, sums[row][vector]);                                         \
    }
ROWS_TIMES_STRIPE(1)
ROWS_TIMES_STRIPE(2)
ROWS_TIMES_STRIPE(3)
ROWS_TIMES_STRIPE(4)
ROWS_TIMES_STRIPE(5)
#undef ROWS_TIMES_STRIPE

/* y = x Wᵀ + b: (R, inputs) → (R, outputs). */
TARGET static void NAME(affine)(const Affine *affine, const float *x, int x_stride, float *y, int y_stride, int rows) {
    float last[BLOCK * STRIPE];
    for (int first = 0; first < rows; first += BLOCK) {
        int count = rows - first < BLOCK ? rows - first : BLOCK;
        const float *from = x + (size_t)first * x_stride;
        for (int begin = 0; begin < affine->outputs; begin += STRIPE) {
            const uint16_t *panel = affine->panels + (size_t)(begin / PANEL * PANEL) * affine->inputs;
            const uint16_t *stripe = panel + begin % PANEL;
            int whole = begin + STRIPE <= affine->outputs;
            float *to = whole ? y + (size_t)first * y_stride + begin : last;
            int stride = whole ? y_stride : STRIPE;
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
                    y[(size_t)(first + row) * y_stride + column] = last[row * STRIPE + column - begin];
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

/* softmax(q Kᵀ / √d_k) V for one query of one head. Keys and values of position t lie at places[t] of theirs, or at t
   where there are no places. */
TARGET static void NAME(attend)(const float *query, const float *keys, const float *values, const int32_t *places,
                                int length, int width, int size, float *weights, float *context) {
    float factor = 1 / sqrtf((float)size), highest = -INFINITY, sum = 0;
    for (int t = 0; t < length; t++) {
        const float *key = keys + (size_t)(places ? places[t] : t) * width;
        float product = 0;
        for (int i = 0; i < size; i++) product += query[i] * key[i];
        weights[t] = product * factor;
        if (weights[t] > highest) highest = weights[t];
    }
    for (int t = 0; t < length; t++) sum += weights[t] = expf(weights[t] - highest);
    for (int i = 0; i < size; i++) context[i] = 0;
    for (int t = 0; t < length; t++) {
        const float *value = values + (size_t)(places ? places[t] : t) * width;
        float weight = weights[t] / sum;
        for (int i = 0; i < size; i++) context[i] += weight * value[i];
    }
}

TARGET static void NAME(add)(const float *x, float *to, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] += x[i];
}

/* x + Sublayer(LayerNorm(x)) or LayerNorm(x + Sublayer(x)), section 3.1 of the paper: what comes before and after. */
TARGET static const float *NAME(before)(const Model *model, const Norm *norm, const float *x, float *normed,
                                        int rows) {
    if (!model->pre_norm) return x;
    NAME(normalise)(norm, x, normed, model->width, rows);
    return normed;
}

TARGET static void NAME(after)(const Model *model, const Norm *norm, const float *made, float *x, int rows) {
    NAME(add)(made, x, (size_t)rows * model->width);
    if (!model->pre_norm) NAME(normalise)(norm, x, x, model->width, rows);
}

/* Masked self-attention: the new position over all up to itself. */
TARGET static void NAME(self_attention)(const Model *model, const Layer *layer, const Step *step, float *pool,
                                   const float *x, float *projected, float *weights, float *context) {
    int width = model->width, size = width / model->heads;
    float *keys = pool, *values = pool + (size_t)step->capacity * width;
    NAME(affine)(&layer->query_key_value, x, width, projected, 3 * width, step->rows);
    for (int row = 0; row < step->rows; row++) {
        const int32_t *places = step->past + (size_t)row * step->past_stride;
        const float *own = projected + (size_t)row * 3 * width;
        size_t place = (size_t)places[step->position] * width;
        memcpy(keys + place, own + width, width * sizeof(float));
        memcpy(values + place, own + 2 * width, width * sizeof(float));
        for (int head = 0; head < width; head += size)
            NAME(attend)(own + head, keys + head, values + head, places, step->position + 1, width, size, weights,
                         context + (size_t)row * width + head);
    }
}

/* Cross-attention over the source. */
TARGET static void NAME(cross_attention)(const Model *model, const Layer *layer, const Step *step, const float *source,
                                   const float *x, float *query, float *weights, float *context) {
    int width = model->width, size = width / model->heads;
    const float *keys = source, *values = source + (size_t)step->source_length * width;
    NAME(affine)(&layer->cross_query, x, width, query, width, step->rows);
    for (int row = 0; row < step->rows; row++)
        for (int head = 0; head < width; head += size)
            NAME(attend)(query + (size_t)row * width + head, keys + head, values + head, NULL, step->source_length,
                         width, size, weights, context + (size_t)row * width + head);
}

/* Rows of a table times √D, plus positions (sections 3.4 and 3.5); each row is one position further by `stride`. */
TARGET static void NAME(embed)(const Model *model, const float *table, const int64_t *tokens, int rows, int first,
                               int stride, float *x) {
    int width = model->width;
    for (int row = 0; row < rows; row++) {
        const float *vector = table + (size_t)tokens[row] * width;
        const float *position = model->positions + (size_t)(first + row * stride) * width;
        for (int i = 0; i < width; i++) x[row * width + i] = vector[i] * model->scale + position[i];
    }
}

/* max(0, x W_1 + b_1) W_2 + b_2 with what surrounds it, the last part of a layer of either stack. */
TARGET static void NAME(feed_forward)(const Model *model, const Layer *layer, float *x, float *normed, float *inner,
                                      float *made, int rows) {
    const float *input = NAME(before)(model, &layer->feed_forward_norm, x, normed, rows);
    NAME(affine)(&layer->expand, input, model->width, inner, model->hidden, rows);
    for (size_t i = 0; i < (size_t)rows * model->hidden; i++) inner[i] = inner[i] < 0 ? 0 : inner[i];
    NAME(affine)(&layer->contract, inner, model->hidden, made, model->width, rows);
    NAME(after)(model, &layer->feed_forward_norm, made, x, rows);
}

/* Tokens to memory, once the arguments are known to be good. */
TARGET static void NAME(encode)(const Model *model, const Source *source) {
    int width = model->width, rows = source->length, head_size = width / model->heads;
    size_t size = (size_t)rows * width;
    float *x = source->memory, *normed = source->scratch, *context = normed + size, *made = context + size;
    float *inner = made + size, *weights = inner + (size_t)rows * inner_size(model);
    NAME(embed)(model, model->encoder.embedding, source->tokens, rows, 0, 1, x);
    for (int index = 0; index < model->encoder.layer_count; index++) {
        const Layer *layer = model->encoder.layers + index;
        const float *input = NAME(before)(model, &layer->self_norm, x, normed, rows);
        NAME(affine)(&layer->query_key_value, input, width, inner, 3 * width, rows);
        for (int row = 0; row < rows; row++)
            for (int head = 0; head < width; head += head_size)
                NAME(attend)(inner + (size_t)row * 3 * width + head, inner + width + head, inner + 2 * width + head, NULL,
                             rows, 3 * width, head_size, weights, context + (size_t)row * width + head);
        NAME(affine)(&layer->self_output, context, width, made, width, rows);
        NAME(after)(model, &layer->self_norm, made, x, rows);
        NAME(feed_forward)(model, layer, x, normed, inner, made, rows);
    }
    if (model->encoder.norm.gain) NAME(normalise)(&model->encoder.norm, x, x, width, rows);
}

TARGET static void NAME(read_memory)(const Model *model, const float *memory, int length, float *source) {
    int width = model->width;
    for (int index = 0; index < model->decoder.layer_count; index++, source += (size_t)2 * length * width) {
        NAME(affine)(&model->decoder.layers[index].cross_key, memory, width, source, width, length);
        NAME(affine)(&model->decoder.layers[index].cross_value, memory, width, source + (size_t)length * width, width,
                     length);
    }
}

/* Tokens to logits, once the arguments are known to be good. */
TARGET static void NAME(step)(const Model *model, const Step *step) {
    int width = model->width, rows = step->rows;
    size_t size = (size_t)rows * width;
    float *x = step->scratch, *normed = x + size, *context = normed + size, *made = context + size; /* (R, D) each */
    float *inner = made + size;                                /* (R, 3 D), (R, D) or (R, d_ff) */
    float *weights = inner + (size_t)rows * inner_size(model); /* (T) or (S) */
    NAME(embed)(model, model->decoder.embedding, step->tokens, rows, step->position, 0, x);
    for (int index = 0; index < model->decoder.layer_count; index++) {
        const Layer *layer = model->decoder.layers + index;
        float *pool = step->pool + (size_t)index * 2 * step->capacity * width;
        const float *source = step->source + (size_t)index * 2 * step->source_length * width;

        const float *input = NAME(before)(model, &layer->self_norm, x, normed, rows);
        NAME(self_attention)(model, layer, step, pool, input, inner, weights, context);
        NAME(affine)(&layer->self_output, context, width, made, width, rows);
        NAME(after)(model, &layer->self_norm, made, x, rows);

        input = NAME(before)(model, &layer->cross_norm, x, normed, rows);
        NAME(cross_attention)(model, layer, step, source, input, inner, weights, context);
        NAME(affine)(&layer->cross_output, context, width, made, width, rows);
        NAME(after)(model, &layer->cross_norm, made, x, rows);

        NAME(feed_forward)(model, layer, x, normed, inner, made, rows);
    }
    if (model->decoder.norm.gain) NAME(normalise)(&model->decoder.norm, x, x, width, rows);
    NAME(affine)(&model->output, x, width, step->logits, model->vocabulary, rows);
}

#undef VECTORS
#undef STRIPE
