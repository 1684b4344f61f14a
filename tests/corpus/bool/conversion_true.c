// expect: TRUE
// why: conversion to _Bool tests for 0, it does not truncate

extern void __VERIFIER_assert(int);

int main(void)
{
    _Bool b = 256;
    __VERIFIER_assert(b);
    return 0;
}
