// expect: FALSE
// native: skip
// why: less usual names of nondeterministic functions

extern void __VERIFIER_assert(int);

extern unsigned char __VERIFIER_nondet_u8(void);
extern int nondet_int();
int main(void)
{
    unsigned char a = __VERIFIER_nondet_u8();
    int b = nondet_int();
    __VERIFIER_assert(a == b);
    return 0;
}
