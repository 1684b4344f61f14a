// expect: FALSE
// check: conversion
// why: Constants are converted at run time, but for those of static variables.
int __VERIFIER_nondet_int(void);
int main(void)
{
    static unsigned char c = 300;
    unsigned x = ~0;
    return c + (x == 3);
}
