// expect: TRUE
// why: neighbours in a Gray code differ in one bit

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x < 255) {
        unsigned char y = x + 1;
        unsigned char d = (x ^ (x >> 1)) ^ (y ^ (y >> 1));
        __VERIFIER_assert((d & (d - 1)) == 0);
    }
    return 0;
}
