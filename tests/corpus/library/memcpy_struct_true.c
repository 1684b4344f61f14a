// expect: TRUE
// why: a struct is copied as bytes

#include <string.h>

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

struct s { int a; char b[3]; };
int main(void)
{
    struct s x = { __VERIFIER_nondet_int(), { 1, 2, 3 } }, y;
    memcpy(&y, &x, sizeof y);
    __VERIFIER_assert(y.a == x.a && y.b[2] == 3);
    return 0;
}
