// expect: FALSE
// why: an element of one array is chosen by exp(), but the violation looks at another array

#include <math.h>

extern void __VERIFIER_assert(int);
extern double __VERIFIER_nondet_double(void);

int table[4] = {5, 5, 7, 5};
int other[4] = {5, 5, 7, 5};

int main(void)
{
    double x = __VERIFIER_nondet_double();
    int i = exp(x) > 2.0;
    table[2 * i] = 6;
    __VERIFIER_assert(x != 3.0 || other[2] == 5);
    return 0;
}
