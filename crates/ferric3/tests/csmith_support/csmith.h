/* The interface that programs of csmith expect, in a form that the interpreter can follow: no
 * tables, no output. The compiled program prints its checksum, the interpreted one ends with it as
 * its status, or asserts something about it. Compile with -fwrapv. */
#ifndef FERRIC3_CSMITH_H
#define FERRIC3_CSMITH_H

#include <stdint.h>

#ifdef FERRIC3_NATIVE
#include <stdio.h>
#endif
extern void exit(int);
#ifdef FERRIC3_ASSERT
extern void __VERIFIER_assert(int);
#endif

/* The checksum, bit by bit. */
static uint32_t crc32_context = 0xffffffffu;

static void crc32_gentab(void) { }

static void crc32_byte(uint8_t b)
{
    uint32_t crc = crc32_context ^ b;
    for (int i = 0; i < 8; i++)
        crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    crc32_context = crc;
}

static void crc32_8bytes(uint64_t value)
{
    for (int i = 0; i < 64; i += 8)
        crc32_byte((uint8_t)(value >> i));
}

#define transparent_crc(value, name, flag) crc32_8bytes((uint64_t)(value))

#define transparent_crc_bytes(pointer, count, name, flag) crc32_bytes((pointer), (int)(count))
static void crc32_bytes(const void *pointer, int count)
{
    const uint8_t *at = pointer;
    for (int i = 0; i < count; i++)
        crc32_byte(at[i]);
}

static void platform_main_begin(void) { }

static void platform_main_end(uint32_t crc, int flag)
{
#ifdef FERRIC3_NATIVE
    printf("%u\n", crc);
    exit(0);
#elif defined(FERRIC3_ASSERT)
    /* A relation and a number. */
    __VERIFIER_assert(crc FERRIC3_ASSERT);
    exit(0);
#else
    exit((int)crc);
#endif
}

/* Arithmetic that is defined for all operands. */
#define FERRIC3_SHIFT(T, sign, width, by, R) \
    static T safe_lshift_func_##T##_##sign##_##by(T a, R b) \
    { return b < 0 || b >= width ? a : (T)(a << b); } \
    static T safe_rshift_func_##T##_##sign##_##by(T a, R b) \
    { return b < 0 || b >= width ? a : (T)(a >> b); }

#define FERRIC3_OPERATIONS(T, sign, width, overflows) \
    static T safe_unary_minus_func_##T##_##sign(T a) { return (T)-a; } \
    static T safe_add_func_##T##_##sign##_##sign(T a, T b) { return (T)(a + b); } \
    static T safe_sub_func_##T##_##sign##_##sign(T a, T b) { return (T)(a - b); } \
    static T safe_mul_func_##T##_##sign##_##sign(T a, T b) \
    { return (T)((uint64_t)a * (uint64_t)b); } \
    static T safe_div_func_##T##_##sign##_##sign(T a, T b) \
    { return b == 0 || (overflows) ? a : (T)(a / b); } \
    static T safe_mod_func_##T##_##sign##_##sign(T a, T b) \
    { return b == 0 || (overflows) ? a : (T)(a % b); } \
    FERRIC3_SHIFT(T, sign, width, s, int) \
    FERRIC3_SHIFT(T, sign, width, u, unsigned)

FERRIC3_OPERATIONS(int8_t, s, 32, 0)
FERRIC3_OPERATIONS(int16_t, s, 32, 0)
FERRIC3_OPERATIONS(int32_t, s, 32, a == INT32_MIN && b == -1)
FERRIC3_OPERATIONS(int64_t, s, 64, a == INT64_MIN && b == -1)
FERRIC3_OPERATIONS(uint8_t, u, 32, 0)
FERRIC3_OPERATIONS(uint16_t, u, 32, 0)
FERRIC3_OPERATIONS(uint32_t, u, 32, 0)
FERRIC3_OPERATIONS(uint64_t, u, 64, 0)

/* NaN has many encodings, so it does not get into the checksum. */
#define FERRIC3_FLOAT(T) \
    static T ferric3_number_##T(T a) { return a == a ? a : 0; } \
    static T safe_add_func_##T##_f_f(T a, T b) { return ferric3_number_##T(a + b); } \
    static T safe_sub_func_##T##_f_f(T a, T b) { return ferric3_number_##T(a - b); } \
    static T safe_mul_func_##T##_f_f(T a, T b) { return ferric3_number_##T(a * b); } \
    static T safe_div_func_##T##_f_f(T a, T b) { return ferric3_number_##T(a / b); }

#ifdef FERRIC3_FLOATS
FERRIC3_FLOAT(float)
FERRIC3_FLOAT(double)
static int32_t safe_convert_func_float_to_int32_t(float a)
{
    return a >= -2147483648.0f && a < 2147483648.0f ? (int32_t)a : INT32_MAX;
}
#endif

#endif
