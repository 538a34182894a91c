/* What Python passes, and what a call has to do. Python's side is in library.py, field by field. */

#ifndef GLASSFORMER_STEP_H
#define GLASSFORMER_STEP_H

#include <stdint.h>

/* Incremented whenever a struct or the meaning of a function changes, here and in library.py: a file compiled from
   another version is not used. */
#define LAYOUT 4

/* y = x Wᵀ + b. W is stored in panels of PANEL outputs, with each input's PANEL numbers next to one another in 16 bits;
   the last panel is padded with zeros. */
#define PANEL 32

typedef struct {
    const uint16_t *panels; /* (ceil(outputs / PANEL), inputs, PANEL) */
    const float *bias;      /* (ceil(outputs / PANEL) * PANEL) */
    int32_t inputs, outputs;
} Affine;

typedef struct {
    const float *gain, *bias; /* (D) each; gain is NULL if the model has no norm */
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
    int32_t width, hidden, heads, vocabulary, longest, pre_norm, swish;
} Model;

/* Sources to encode, one after another without padding: S is the sum of their lengths. */
typedef struct {
    const int64_t *tokens;  /* (S) */
    const int32_t *lengths; /* (sentences) */
    float *memory;          /* (S, D) */
    float *scratch;         /* see source_scratch */
    int32_t sentences;
} Source;

/* Sentences being decoded. A hypothesis is a row; its past is a list of indices into the pool, one per position. */
typedef struct {
    const float *source;   /* (layers, 2, S, D): keys and values of the sources */
    const int32_t *spans;  /* (rows, 2): where in S each row's source begins, and its length */
    float *pool;         /* (layers, 2, capacity, D): keys and values of all decoded positions, for all rows */
    const int32_t *past; /* (rows, past_stride): the pool index of each position, the new one last */
    const int64_t *tokens; /* (rows) */
    float *scratch;      /* see step_scratch */
    float *logits;       /* (rows, V) */
    int32_t source_length, capacity, past_stride, position, rows; /* the source's length is S */
} Step;

/* What to rank: the continuations of each sentence's hypotheses, the width of which is the same for all. */
typedef struct {
    const float *logits; /* (sentences, width, V) */
    const float *totals; /* (sentences, width): log-probabilities of what is continued */
    float *values;       /* (sentences, count): the best totals, best first, the lower index first if equal; else -inf */
    int64_t *indices;    /* (sentences, count): hypothesis · V + token of each */
    int32_t sentences, width, vocabulary, count;
} Ranking;

#endif
