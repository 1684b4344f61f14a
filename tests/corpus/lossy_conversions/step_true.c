// expect: TRUE
// check: conversion
// why: The successor of the largest character is no character.
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned char c = 250;
    for (int i = 0; i < 5; i++)
        c++;
    unsigned u = 4294967295u;
    u++;
    return c + (int)u;
}
