// expect: TRUE
// why: compound assignments to a _Bool normalise

extern void __VERIFIER_assert(int);

int main(void)
{
    _Bool b = 0;
    b |= 2;
    __VERIFIER_assert(b == 1);
    b += 255;
    __VERIFIER_assert(b == 1);
    b -= 1;
    __VERIFIER_assert(b == 0);
    b ^= 4;
    __VERIFIER_assert(b == 1);
    return 0;
}
