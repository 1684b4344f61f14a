// expect: FALSE
// why: sizeof has an unsigned type, so -1 is larger

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(-1 > (int)sizeof(int));
    return 0;
}
