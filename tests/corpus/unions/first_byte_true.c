// expect: TRUE
// why: the first byte of an integer is its lowest

extern void __VERIFIER_assert(int);

union u { int i; unsigned char c[4]; };
int main(void)
{
    union u v;
    v.i = 1;
    __VERIFIER_assert(v.c[0] == 1);
    return 0;
}
