// expect: TRUE
// check: conversion
// why: A compound assignment converts its result back.
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned char c = 250;
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 5)
        return 0;
    c += x;
    return c;
}
