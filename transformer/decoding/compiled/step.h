/* What Python hands over, and what a call is asked for. Python's side is in library.py, field by field. */

#ifndef GLASSFORMER_STEP_H
#define GLASSFORMER_STEP_H

#include <stdint.h>

/* Counted up whenever a struct or a function's meaning changes, here and in library.py: a file that was compiled from
   another version is not used. */
#define LAYOUT 2

/* y = x Wᵀ + b. W lies in panels of PANEL outputs, each input's PANEL numbers side by side in 16 bits; the last panel
   is filled up with zeros. */
#define PANEL 32

typedef struct {
    const uint16_t *panels; /* (ceil(outputs / PANEL), inputs, PANEL) */
    const float *bias;      /* (ceil(outputs / PANEL) * PANEL) */
    int32_t inputs, outputs;
} Affine;

typedef struct {
    const float *gain, *bias; /* (D) each; gain is NULL where the model has no norm */
    float epsilon;
} Norm;

/* A layer of either stack; an encoder's has no cross-attention. */
typedef struct {
    Affine query_key_value, self_output, cross_query, cross_key, cross_value, cross_output, expand, contract;
    Norm self_norm, cross_norm, feed_forward_norm;
} Layer;

typedef struct {
    const Layer *layers;
    const float *embedding; /* (V, D) */
    Norm norm;              /* after the last layer of a pre-norm stack */
    int32_t layer_count;
} Stack;

typedef struct {
    Stack encoder, decoder;
    const float *positions; /* (P, D) */
    Affine output;
    float scale; /* of the embedding: sqrt(D) */
    int32_t width, hidden, heads, vocabulary, longest, pre_norm;
} Model;

/* A source to be encoded. */
typedef struct {
    const int64_t *tokens; /* (S) */
    float *memory;         /* (S, D) */
    float *scratch;        /* see source_scratch */
    int32_t length;
} Source;

/* One sentence on its way. A hypothesis is a row; its past is a list of places in the pool, one for each position. */
typedef struct {
    const float *source; /* (layers, 2, S, D): keys and values of the source */
    float *pool;         /* (layers, 2, capacity, D): keys and values of all positions decoded, of all rows */
    const int32_t *past; /* (rows, past_stride): places of the positions up to the new one, which is the last */
    const int64_t *tokens; /* (rows) */
    float *scratch;      /* see step_scratch */
    float *logits;       /* (rows, V) */
    int32_t source_length, capacity, past_stride, position, rows;
} Step;

#endif
