// expect: FALSE
// check: conversion
// why: An unsigned number may be too large for the signed type of its width.
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    if (x > 2147483648)
        return 0;
    int y = x;
    return y == 3;
}
