// expect: TRUE
// why: ~ works on the promoted int, so the result of ~c is negative

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assert(~c < 0);
    return 0;
}
