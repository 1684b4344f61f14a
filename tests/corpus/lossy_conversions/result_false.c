// expect: FALSE
// check: conversion
// why: A result is converted to the type of the function.
int __VERIFIER_nondet_int(void);
static short f(int x) { return x; }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return f(x % 32770);
}
