/* The encoder for some sentences, and one step of the decoder for their hypotheses, in one call each.

   The numbers are those of Transformer.encode and Transformer.decode, from the same weights. The gain:
   weights are read in 16 bits, which halves the bytes that a step fetches, and no time is lost calling sixty small
   operations. */

#include "step.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Which version this is, and how large its structs are. */
int64_t layout(void) {
    return LAYOUT * 1000000 + (int64_t)(sizeof(Model) + sizeof(Layer) + sizeof(Step)) * 100 + PANEL;
}

static int64_t inner_size(const Model *model) {
    return 3 * model->width > model->hidden ? 3 * model->width : model->hidden;
}

static int64_t scratch(const Model *model, int64_t rows, int64_t keys) {
    return rows * (4 * (int64_t)model->width + inner_size(model)) + keys;
}

/* How many tokens the sources have. */
static int64_t total(const Source *source) {
    int64_t sum = 0;
    for (int each = 0; each < source->sentences; each++) sum += source->lengths[each];
    return sum;
}

/* How many numbers of scratch `encode` needs. */
int64_t source_scratch(const Model *model, const Source *source) {
    return scratch(model, total(source), total(source));
}

/* How many numbers of scratch `decode_step` needs. */
int64_t step_scratch(const Model *model, const Step *step) {
    return scratch(model, step->rows, step->position + 1 > step->source_length ? step->position + 1 : step->source_length);
}

#if defined(__x86_64__) && defined(__GNUC__)

#include <cpuid.h>
#include <immintrin.h>

#define AT_ONCE 256 /* numbers that `rank` passes over together */
#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_512
#define LANES 16
#define BLOCK 12 /* of 32 registers */
#define KEPT 1024
#define Floats __m512
#define LOAD(p) _mm512_loadu_ps(p)
#define STORE(p, v) _mm512_storeu_ps(p, v)
#define FROM_HALF(p) _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(p)))
#define REPEAT(a) _mm512_set1_ps(a)
#define MULTIPLY_ADD(a, b, c) _mm512_fmadd_ps(a, b, c)
#include "step_body.h"
#undef TARGET
#undef NAME
#undef LANES
#undef Floats
#undef LOAD
#undef STORE
#undef FROM_HALF
#undef REPEAT
#undef MULTIPLY_ADD

#define TARGET __attribute__((target("avx2,fma,f16c")))
#define NAME(x) x##_256
#define LANES 8
#define KEPT 1024
#define Floats __m256
#define LOAD(p) _mm256_loadu_ps(p)
#define STORE(p, v) _mm256_storeu_ps(p, v)
#define FROM_HALF(p) _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(p)))
#define REPEAT(a) _mm256_set1_ps(a)
#define MULTIPLY_ADD(a, b, c) _mm256_fmadd_ps(a, b, c)
#include "step_body.h"

/* How many numbers this processor takes at once, at most: 16, 8, or 0 if it lacks the instructions. */
int32_t lanes(void) {
    unsigned eax, ebx, ecx, edx;
    if (__builtin_cpu_supports("avx512f")) return 16;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 0;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) && ecx & bit_F16C ? 8 : 0;
}

static int32_t known(const Model *model, const int64_t *tokens, int64_t count) {
    for (int64_t row = 0; row < count; row++)
        if (tokens[row] < 0 || tokens[row] >= model->vocabulary) return 0;
    return 1;
}

/* With `lanes` at once. A function returns 0; 1 for a token that is not in the vocabulary, 2 for a position out of
   range. */

/* Tokens to memory. */
int32_t encode(const Model *model, const Source *source, int32_t at_once) {
    if (!known(model, source->tokens, total(source))) return 1;
    for (int each = 0; each < source->sentences; each++)
        if (source->lengths[each] > model->longest) return 2;
    if (at_once == 16) encode_512(model, source);
    else encode_256(model, source);
    return 0;
}

/* Memory (S, D) to the keys and values of every decoder layer, (layers, 2, S, D). */
void read_memory(const Model *model, const float *memory, int32_t length, float *source, int32_t at_once) {
    if (at_once == 16) read_memory_512(model, memory, length, source);
    else read_memory_256(model, memory, length, source);
}

/* Tokens to logits. */
int32_t decode_step(const Model *model, const Step *step, int32_t at_once) {
    if (!known(model, step->tokens, step->rows)) return 1;
    if (step->position < 0 || step->position >= model->longest) return 2;
    if (at_once == 16) step_512(model, step);
    else step_256(model, step);
    return 0;
}

/* Logits to the best continuations. */
void rank(const Ranking *ranking, int32_t at_once) {
    if (at_once == 16) rank_512(ranking);
    else rank_256(ranking);
}

#else

int32_t lanes(void) { return 0; } /* and nothing else is asked for */

#endif
