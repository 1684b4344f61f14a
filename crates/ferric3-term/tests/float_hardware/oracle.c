/* One operation on many numbers: reads records of three extended numbers (16 bytes each, the last
   6 unused), writes results of 16 bytes. The operation is the first argument. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static long double in[3];
static unsigned char out[16];

static void number(long double x) { memcpy(out, &x, 10); }
static void word(uint64_t x) { memcpy(out, &x, 8); }

static uint64_t first_word(void)
{
    uint64_t x;
    memcpy(&x, &in[0], 8);
    return x;
}

static double first_double(int i)
{
    double x;
    memcpy(&x, &in[i], 8);
    return x;
}

static float first_float(int i)
{
    float x;
    memcpy(&x, &in[i], 4);
    return x;
}

static void of_double(double x) { memcpy(out, &x, 8); }
static void of_float(float x) { memcpy(out, &x, 4); }

static int operation(const char *name)
{
    long double x = in[0], y = in[1], z = in[2];
#define IS(text) (strcmp(name, text) == 0)
    if (IS("add")) number(x + y);
    else if (IS("sub")) number(x - y);
    else if (IS("mul")) number(x * y);
    else if (IS("div")) number(x / y);
    else if (IS("fma")) number(fmal(x, y, z));
    else if (IS("sqrt")) number(sqrtl(x));
    else if (IS("fmod")) number(fmodl(x, y));
    else if (IS("remainder")) number(remainderl(x, y));
    else if (IS("even")) number(rintl(x));
    else if (IS("away")) number(roundl(x));
    else if (IS("up")) number(ceill(x));
    else if (IS("down")) number(floorl(x));
    else if (IS("zero")) number(truncl(x));
    else if (IS("eq")) word(x == y);
    else if (IS("lt")) word(x < y);
    else if (IS("le")) word(x <= y);
    else if (IS("to32")) of_float((float)x);
    else if (IS("to64")) of_double((double)x);
    else if (IS("from32")) number(first_float(0));
    else if (IS("from64")) number(first_double(0));
    /* Conversions of what does not fit mean nothing in C: the lowest number, as the processor. */
    else if (IS("signed32")) word(x > -0x80000001p0L && x < 0x1p31L ? (uint32_t)(int32_t)x : 1u << 31);
    else if (IS("signed64")) word(x >= -0x1p63L && x < 0x1p63L ? (uint64_t)(int64_t)x : 1ull << 63);
    else if (IS("unsigned64")) word(x > -1 && x < 0x1p64L ? (uint64_t)x : 1ull << 63);
    else if (IS("of_signed64")) number((int64_t)first_word());
    else if (IS("of_unsigned64")) number(first_word());
    /* The remainder is exact, so the processor may find it in the extended format. (Versions of
       the library get the sign of a zero wrong for subnormal divisors of binary64.) */
    else if (IS("remainder32")) of_float((float)remainderl(first_float(0), first_float(1)));
    else if (IS("remainder64")) of_double((double)remainderl(first_double(0), first_double(1)));
    else if (IS("fma32")) of_float(fmaf(first_float(0), first_float(1), first_float(2)));
    else if (IS("fma64")) of_double(fma(first_double(0), first_double(1), first_double(2)));
    else return 0;
    return 1;
}

int main(int argc, char **argv)
{
    unsigned char record[48];
    while (argc > 1 && fread(record, sizeof record, 1, stdin) == 1) {
        for (int i = 0; i < 3; i++) {
            in[i] = 0;
            memcpy(&in[i], record + 16 * i, 10);
        }
        memset(out, 0, sizeof out);
        if (!operation(argv[1]))
            return 1;
        fwrite(out, sizeof out, 1, stdout);
    }
    return 0;
}
