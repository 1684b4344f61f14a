// expect: FALSE
// why: writing a small member leaves the other bytes

extern void __VERIFIER_assert(int);

union u { int i; char c; };
int main(void)
{
    union u u;
    u.i = 0x12345678;
    u.c = 0;
    __VERIFIER_assert(u.i == 0);
    return 0;
}
