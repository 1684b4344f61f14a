// expect: TRUE
// check: conversion
// why: The predecessor of 0 is no unsigned character.
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned char c = 1;
    signed char d = 0;
    c--;
    d--;
    return c + d;
}
