/* Encoder and decoder, for one kind of processor: included by step.c once for each, with the macros of kernels.h.
   Letters: rows R, D model width, H heads, S source length, T positions decoded. */

#include "kernels.h"

/* x + Sublayer(LayerNorm(x)) or LayerNorm(x + Sublayer(x)), section 3.1 of the paper: the parts before and after the
   sublayer. */
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

/* Masked self-attention: from the new position to all up to itself. */
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
        NAME(attend)(own, keys, values, places, width, step->position + 1, model->heads, size, weights,
                     context + (size_t)row * width);
    }
}

/* Cross-attention, of each row over its own source. */
TARGET static void NAME(cross_attention)(const Model *model, const Layer *layer, const Step *step, const float *source,
                                   const float *x, float *query, float *weights, float *context) {
    int width = model->width, size = width / model->heads;
    const float *keys = source, *values = source + (size_t)step->source_length * width;
    NAME(affine)(&layer->cross_query, x, width, query, width, step->rows);
    for (int row = 0; row < step->rows; row++) {
        size_t begin = (size_t)step->spans[2 * row] * width;
        NAME(attend)(query + (size_t)row * width, keys + begin, values + begin, NULL, width, step->spans[2 * row + 1],
                     model->heads, size, weights, context + (size_t)row * width);
    }
}

/* Rows of a table times √D, plus positions (sections 3.4 and 3.5); each row's position is `stride` further. */
TARGET static void NAME(embed)(const Model *model, const float *table, const int64_t *tokens, int rows, int first,
                               int stride, float *x) {
    int width = model->width;
    for (int row = 0; row < rows; row++) {
        const float *vector = table + (size_t)tokens[row] * width;
        const float *position = model->positions + (size_t)(first + row * stride) * width;
        for (int i = 0; i < width; i++) x[row * width + i] = vector[i] * model->scale + position[i];
    }
}

/* x σ(x), in place. */
TARGET static void NAME(swish)(float *x, size_t count) {
    for (size_t i = 0; i < count; i++) x[i] = x[i] / (1 + expf(-x[i]));
}

/* max(0, x W_1 + b_1) W_2 + b_2, or with swish for ReLU, with its norm and residual connection: the last part of a
   layer in either stack. */
TARGET static void NAME(feed_forward)(const Model *model, const Layer *layer, float *x, float *normed, float *inner,
                                      float *made, int rows) {
    const float *input = NAME(before)(model, &layer->feed_forward_norm, x, normed, rows);
    NAME(affine)(&layer->expand, input, model->width, inner, model->hidden, rows);
    if (model->swish) NAME(swish)(inner, (size_t)rows * model->hidden);
    else NAME(rectify)(inner, (size_t)rows * model->hidden);
    NAME(affine)(&layer->contract, inner, model->hidden, made, model->width, rows);
    NAME(after)(model, &layer->feed_forward_norm, made, x, rows);
}

/* Tokens to memory, once the arguments have been checked. */
TARGET static void NAME(encode)(const Model *model, const Source *source) {
    int width = model->width, rows = total(source), head_size = width / model->heads;
    size_t size = (size_t)rows * width;
    float *x = source->memory, *normed = source->scratch, *context = normed + size, *made = context + size;
    float *inner = made + size, *weights = inner + (size_t)rows * inner_size(model);
    for (int each = 0, begin = 0; each < source->sentences; begin += source->lengths[each++])
        NAME(embed)(model, model->encoder.embedding, source->tokens + begin, source->lengths[each], 0, 1,
                    x + (size_t)begin * width);
    for (int index = 0; index < model->encoder.layer_count; index++) {
        const Layer *layer = model->encoder.layers + index;
        const float *input = NAME(before)(model, &layer->self_norm, x, normed, rows);
        NAME(affine)(&layer->query_key_value, input, width, inner, 3 * width, rows);
        for (int each = 0, row = 0; each < source->sentences; each++) {
            const float *first = inner + (size_t)row * 3 * width;
            for (int end = row + source->lengths[each]; row < end; row++)
                NAME(attend)(inner + (size_t)row * 3 * width, first + width, first + 2 * width, NULL, 3 * width,
                             source->lengths[each], model->heads, head_size, weights, context + (size_t)row * width);
        }
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

/* The highest of a few numbers or many: LANES in parallel, which the compiler would not do on its own. */
TARGET static float NAME(maximum)(const float *x, int count) {
    float tops[LANES], top = -INFINITY;
    int i = 0;
    for (int lane = 0; lane < LANES; lane++) tops[lane] = -INFINITY;
    for (; i + LANES <= count; i += LANES)
        for (int lane = 0; lane < LANES; lane++) tops[lane] = x[i + lane] > tops[lane] ? x[i + lane] : tops[lane];
    for (; i < count; i++) top = x[i] > top ? x[i] : top;
    for (int lane = 0; lane < LANES; lane++) top = tops[lane] > top ? tops[lane] : top;
    return top;
}

/* A logarithm of a probability behind those before it: rounded as PyTorch does, whatever the compiler would add first. */
TARGET static float NAME(follow)(float before, float x, float highest, float shift) {
    volatile float below = x - highest, value = below - shift;
    return before + value;
}

/* The best continuations of each sentence, for `rank`. */
TARGET static void NAME(rank)(const Ranking *ranking) {
    int vocabulary = ranking->vocabulary, count = ranking->count;
    const float *x = ranking->logits;
    for (int sentence = 0; sentence < ranking->sentences; sentence++) {
        float *values = ranking->values + (size_t)sentence * count;
        int64_t *indices = ranking->indices + (size_t)sentence * count;
        for (int rank = 0; rank < count; rank++) values[rank] = -INFINITY, indices[rank] = 0;
        for (int row = 0; row < ranking->width; row++, x += vocabulary) {
            float before = ranking->totals[sentence * ranking->width + row], sum = 0;
            if (before == -INFINITY) continue;
            float highest = NAME(maximum)(x, vocabulary);
            for (int i = 0; i < vocabulary; i++) sum += NAME(exponential)(x[i] - highest);
            float shift = logf(sum);
            for (int begin = 0; begin < vocabulary; begin += AT_ONCE) {
                int end = begin + AT_ONCE < vocabulary ? begin + AT_ONCE : vocabulary;
                float top = NAME(maximum)(x + begin, end - begin);
                if (NAME(follow)(before, top, highest, shift) <= values[count - 1]) continue;
                for (int i = begin; i < end; i++) {
                    float value = NAME(follow)(before, x[i], highest, shift);
                    int rank = count;
                    for (; rank && value > values[rank - 1]; rank--) /* an equal one that came before stays before */
                        if (rank < count) values[rank] = values[rank - 1], indices[rank] = indices[rank - 1];
                    if (rank < count) values[rank] = value, indices[rank] = (int64_t)row * vocabulary + i;
                }
            }
        }
    }
}

/* Tokens to logits, once the arguments have been checked. */
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
