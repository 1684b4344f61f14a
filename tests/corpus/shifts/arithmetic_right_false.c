// expect: FALSE
// why: of an unsigned it does not

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = -8;
    __VERIFIER_assert((x >> 1) == -4);
    return 0;
}
