// expect: TRUE
// check: conversion
// why: A number that fits its new type stays the same.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < -128 || x > 127)
        return 0;
    signed char c = x;
    return c;
}
