// expect: TRUE
// check: conversion
// why: Both results of a condition get one type.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned y = 3;
    unsigned z = x < 0 ? y : x;
    return z == 3;
}
