// expect: FALSE
// why: a chain of casts is applied from the inside out

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = (int)(unsigned char)(unsigned short)x;
    __VERIFIER_assert(y >= -128 && y <= 127);
    __VERIFIER_assert((long)(unsigned)-1 == 4294967295L);
    return 0;
}
