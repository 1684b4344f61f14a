/* What a corpus program is linked with to run natively. Inputs come from standard input, as pairs
 * of hexadecimal numbers: the upper and the lower 64 bits. Exit codes: 110 an error was reached,
 * 120 an assumption failed, 130 the inputs ran out, 140 the time ran out. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#define PLAIN __attribute__((no_instrument_function))
#define WEAK __attribute__((weak, no_instrument_function))

PLAIN void ferric3_error(void) { _exit(110); }
PLAIN static void out_of_time(int signal) { _exit(140); }

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 input;
#else
typedef unsigned long long input;
#endif

PLAIN input ferric3_input(void)
{
    unsigned long long high, low;
    if (scanf("%llx %llx", &high, &low) != 2)
        _exit(130);
#ifdef __SIZEOF_INT128__
    return ((input)high << 64) | low;
#else
    return low;
#endif
}

/* For functions without a body. */
PLAIN unsigned long long ferric3_result(void) { return ferric3_input(); }

PLAIN __attribute__((constructor)) static void limit_time(void)
{
    const char *text = getenv("FERRIC3_MILLISECONDS");
    long ms = text ? atol(text) : 5000;
    struct itimerval limit = { { 0, 0 }, { ms / 1000, ms % 1000 * 1000 } };
    signal(SIGVTALRM, out_of_time);
    setitimer(ITIMER_VIRTUAL, &limit, 0);
}

#define NONDET(name, type) \
    WEAK type __VERIFIER_nondet_##name(void) { return (type)ferric3_input(); }
NONDET(bool, _Bool)
NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned int)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)

/* The bits of the input are the encoding. */
#define NONDET_FLOAT(name, type, bits) \
    WEAK type __VERIFIER_nondet_##name(void) \
    { \
        union { bits encoding; type value; } both = { (bits)ferric3_input() }; \
        return both.value; \
    }
NONDET_FLOAT(float, float, unsigned)
NONDET_FLOAT(double, double, unsigned long long)

WEAK void reach_error(void) { _exit(110); }
WEAK void __VERIFIER_error(void) { _exit(110); }
WEAK void __VERIFIER_assert(int condition)
{
    if (!condition)
        _exit(110);
}
WEAK void __VERIFIER_assume(int condition)
{
    if (!condition)
        _exit(120);
}
PLAIN void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    _exit(110);
}
PLAIN void abort(void) { _exit(1); }

/* Programs are compiled with -finstrument-functions, so that a call of an error function counts
 * even if the program gives it a body that does nothing. */
PLAIN void __cyg_profile_func_enter(void *function, void *caller)
{
    if (function == (void *)reach_error || function == (void *)__VERIFIER_error)
        _exit(110);
}
PLAIN void __cyg_profile_func_exit(void *function, void *caller) { }
