// expect: FALSE
// native: skip
// why: The usual test of a number from outside.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[4];
    for (int i = 0; i < 3; i++)
        s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    char *end;
    errno = 0;
    long n = strtol(s, &end, 10);
    if (errno == 0 && end != s && *end == 0)
        assert(n >= -99 && n <= 99);
    assert(errno == 0);
    return 0;
}
