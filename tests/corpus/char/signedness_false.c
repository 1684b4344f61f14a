// expect: FALSE
// why: plain char is signed on x86

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char c = 200;
    __VERIFIER_assert(c == -56);
    return 0;
}
