// expect: UNKNOWN: attribute `mode`
// why: modes of vectors were ignored, so that the size was that of the element

extern void __VERIFIER_assert(int);

typedef int four __attribute__((mode(V4SI)));

int main(void)
{
    __VERIFIER_assert(sizeof(four) == 4);
    return 0;
}
