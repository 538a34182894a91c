/* What the forward pass calls in the browser: the kernels of Python's compiled code, in WebAssembly with 128-bit
   vectors. This command, in this folder, compiles kernels.wasm, and with -mrelaxed-simd fused.wasm, which multiplies and
   adds in one instruction and which older browsers can't run:

   clang-19 --target=wasm32 -O3 -msimd128 -fno-builtin -fassociative-math -fno-signed-zeros -fno-trapping-math -nostdlib
     -Wl,--no-entry -Wl,--import-memory -Wl,--export=__heap_base -Wl,--strip-all -o kernels.wasm kernels.c

   Compiler: Debian clang version 19.1.7 (3~deb12u1) */

#include "../../transformer/decoding/compiled/step.h"

#include <stddef.h>
#include <wasm_simd128.h>

#define INFINITY __builtin_inff()
#define sqrtf __builtin_sqrtf
#define floorf __builtin_floorf

/* Four 16-bit floats, including subnormals: sign, exponent and fraction moved into place, times 2^112, the difference
   between the exponents of the two formats. */
static inline v128_t from_half(const uint16_t *p) {
    v128_t moved = wasm_i32x4_shl(wasm_i32x4_load16x4(p), 13);
    v128_t scaled = wasm_v128_and(moved, wasm_i32x4_splat((int32_t)0x8fffffff));
    return wasm_f32x4_mul(scaled, wasm_f32x4_splat(0x1p112f));
}

#define TARGET
#define NAME(x) x##_128
#define LANES 4
#define Floats v128_t
#define LOAD(p) wasm_v128_load(p)
#define STORE(p, v) wasm_v128_store(p, v)
#define FROM_HALF(p) from_half(p)
#define REPEAT(a) wasm_f32x4_splat(a)
#ifdef __wasm_relaxed_simd__
#define MULTIPLY_ADD(a, b, c) wasm_f32x4_relaxed_madd(a, b, c)
#else
#define MULTIPLY_ADD(a, b, c) wasm_f32x4_add(wasm_f32x4_mul(a, b), c)
#endif
#define KEPT 768 /* 24 of the stack's 64 kB */
#include "../../transformer/decoding/compiled/kernels.h"

#define EXPORTED(name) __attribute__((export_name(#name))) name

void EXPORTED(affine)(const Affine *weights, const float *x, float *y, int rows) {
    affine_128(weights, x, weights->inputs, y, weights->outputs, rows);
}

void EXPORTED(normalise)(const Norm *norm, const float *x, float *y, int width, int rows) {
    normalise_128(norm, x, y, width, rows);
}

float EXPORTED(exponentials)(const float *x, float *y, int count) { return exponentials_128(x, y, count); }

void EXPORTED(attend)(const float *query, const float *keys, const float *values, const int32_t *places, int stride,
                      int length, int heads, int size, float *weights, float *context) {
    attend_128(query, keys, values, places, stride, length, heads, size, weights, context);
}

void EXPORTED(add)(const float *x, float *to, int count) { add_128(x, to, count); }

void EXPORTED(rectify)(float *x, int count) { rectify_128(x, count); }
