/* One step of the decoder for the hypotheses of one sentence, in one call.

   The numbers are those of IncrementalDecoder.step, from the same weights. What is gained: the weights are read in 16
   bits, which is half of the bytes that a step fetches, and nothing is spent on calling sixty small operations. */

#include "step.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define BLOCK 5 /* rows that share one reading of a panel */

/* Of which version this is, and how large its structs are. */
int64_t layout(void) {
    return LAYOUT * 1000000 + (int64_t)(sizeof(Decoder) + sizeof(Layer) + sizeof(Step)) * 100 + PANEL;
}

static int64_t inner_size(const Decoder *decoder) {
    return 3 * decoder->width > decoder->hidden ? 3 * decoder->width : decoder->hidden;
}

/* How many numbers of scratch a step needs. */
int64_t scratch_size(const Decoder *decoder, const Step *step) {
    int64_t longest = step->position + 1 > step->source_length ? step->position + 1 : step->source_length;
    return step->rows * (4 * (int64_t)decoder->width + inner_size(decoder)) + longest;
}

#if defined(__x86_64__) && defined(__GNUC__)

#include <cpuid.h>
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_512
#define LANES 16
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
#define Floats __m256
#define LOAD(p) _mm256_loadu_ps(p)
#define STORE(p, v) _mm256_storeu_ps(p, v)
#define FROM_HALF(p) _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(p)))
#define REPEAT(a) _mm256_set1_ps(a)
#define MULTIPLY_ADD(a, b, c) _mm256_fmadd_ps(a, b, c)
#include "step_body.h"

/* The most numbers that this processor takes at once: 16, 8, or 0 where it has no instructions for any of this. */
int32_t lanes(void) {
    unsigned eax, ebx, ecx, edx;
    if (__builtin_cpu_supports("avx512f")) return 16;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 0;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) && ecx & bit_F16C ? 8 : 0;
}

/* Tokens to logits. Returns 0; or 1 for a token that the vocabulary has not, 2 for a position too far, 3 for a
   processor that cannot. */
int32_t decode_step(const Decoder *decoder, const Step *step, int32_t at_once) {
    for (int row = 0; row < step->rows; row++)
        if (step->tokens[row] < 0 || step->tokens[row] >= decoder->vocabulary) return 1;
    if (step->position < 0 || step->position >= decoder->longest) return 2;
    if (at_once == 16) step_512(decoder, step);
    else if (at_once == 8) step_256(decoder, step);
    else return 3;
    return 0;
}

#else

int32_t lanes(void) { return 0; }

int32_t decode_step(const Decoder *decoder, const Step *step, int32_t at_once) { return 3; }

#endif
