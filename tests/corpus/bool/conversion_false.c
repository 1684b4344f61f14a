// expect: FALSE
// why: conversion to _Bool tests for 0, it does not truncate

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char b = 256;
    __VERIFIER_assert(b);
    return 0;
}
