// expect: FALSE
// why: the cast takes the sign away again

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assert((unsigned char)~c < 0);
    return 0;
}
