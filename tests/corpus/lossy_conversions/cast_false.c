// expect: FALSE
// check: conversion
// why: A cast says that the program wants it.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned char y = (unsigned)x;
    return y;
}
