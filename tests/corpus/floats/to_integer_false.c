// expect: FALSE
// why: conversion to an integer cuts off

extern void __VERIFIER_assert(int);

int main(void)
{
    double d = -2.75;
    __VERIFIER_assert((int)d == -3 && (int)2.75f == 2 && (long long)1e15 == 1000000000000000LL);
    __VERIFIER_assert((unsigned char)200.9 == 200);
    return 0;
}
