// expect: UNKNOWN: conversion %f in a call of sprintf()
// why: How a floating-point number is written is not modelled.
#include <assert.h>
#include <stdio.h>
int main(void)
{
    char text[32];
    sprintf(text, "%.2f", 0.5);
    assert(text[0] == '0');
}
