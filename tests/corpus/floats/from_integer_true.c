// expect: TRUE
// why: conversion from an integer rounds

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 16777217;
    float f = (float)i;
    __VERIFIER_assert(f == 16777216.0f && (int)f != i);
    __VERIFIER_assert((double)i == 16777217.0 && (double)9007199254740993LL == 9007199254740992.0);
    return 0;
}
