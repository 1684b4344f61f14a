// expect: UNKNOWN: address of a variable
// native: skip
// why: bug: an input function that gets an address fills what is there

extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    __VERIFIER_nondet_memory(&x, sizeof x);
    __VERIFIER_assert(x == 1);
    return 0;
}
