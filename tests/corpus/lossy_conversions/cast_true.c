// expect: TRUE
// check: conversion
// why: A cast says that the program wants it.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned char y = (unsigned char)x;
    return y;
}
