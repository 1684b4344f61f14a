// expect: TRUE
// why: sizeof has an unsigned type, so -1 is larger

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(-1 > sizeof(int));
    return 0;
}
