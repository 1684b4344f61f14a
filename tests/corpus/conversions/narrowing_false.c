// expect: FALSE
// why: 32768 is the first value that does not fit

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    short s = x;
    if (x >= -32768 && x <= 32768)
        __VERIFIER_assert(s == x);
    return 0;
}
