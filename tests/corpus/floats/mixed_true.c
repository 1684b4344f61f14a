// expect: TRUE
// why: the usual conversions go to the wider type

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 7;
    __VERIFIER_assert(i / 2 == 3 && i / 2.0 == 3.5 && 1 / 2 + 0.5 == 0.5);
    float f = 1;
    f += 1.5;
    __VERIFIER_assert(f == 2.5f && sizeof(f * 1.0) == 8 && sizeof(f * 2) == 4);
    return 0;
}
