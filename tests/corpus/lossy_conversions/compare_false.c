// expect: FALSE
// check: conversion
// why: Comparison of a signed with an unsigned number converts the signed one.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned n = 10;
    return x < n;
}
