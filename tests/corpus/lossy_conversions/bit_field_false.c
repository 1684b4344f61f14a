// expect: FALSE
// check: conversion
// why: A bit-field holds what fits its bits.
int __VERIFIER_nondet_int(void);
struct s { int a : 3; unsigned b : 3; };
int main(void)
{
    int x = __VERIFIER_nondet_int();
    struct s s = {-4, 7};
    if (x < 0 || x > 3)
        return 0;
    s.a = x;
    s.b = x + 5;
    return s.a + s.b;
}
