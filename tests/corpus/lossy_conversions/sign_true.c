// expect: TRUE
// check: conversion
// why: A negative number becomes another one in an unsigned type.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        return 0;
    unsigned y = x;
    return y == 3;
}
