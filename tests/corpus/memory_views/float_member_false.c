// expect: FALSE
// why: an int pointer into a float member read 0.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
struct { char c; float f; int i; } s;
int main(void)
{
    s.f = 1.0f;
    s.i = 7;
    int *p = (int *)&s.f;
    __VERIFIER_assert(*p == 0x3f800000);
    p++;
    *p += 2;
    __VERIFIER_assert(s.i == 7);
    return 0;
}
