// expect: TRUE
// check: conversion
// why: A condition asks whether a value is 0 and converts nothing; an argument is converted.
int __VERIFIER_nondet_int(void);
static int f(int x) { return x != 0; }
int main(void)
{
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    _Bool b = x;
    return (x ? 1 : 0) + b + f(x & 255);
}
