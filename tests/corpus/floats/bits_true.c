// expect: TRUE
// why: the encoding through a union

extern void __VERIFIER_assert(int);

union u { float f; unsigned bits; };
int main(void)
{
    union u u;
    u.f = 1.0f;
    __VERIFIER_assert(u.bits == 0x3f800000u);
    u.bits |= 0x80000000u;
    __VERIFIER_assert(u.f == -1.0f);
    u.bits = 0x7f800000u;
    __VERIFIER_assert(u.f > 3e38f);
    return 0;
}
