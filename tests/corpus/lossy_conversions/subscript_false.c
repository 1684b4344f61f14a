// expect: FALSE
// check: conversion
// why: A subscript is not converted, an argument of malloc is.
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
int main(void)
{
    int a[4] = {1, 2, 3, 4};
    int *p = a + 2;
    int i = -1;
    p += i;
    return p[i] == 1 && malloc(i) != 0;
}
