// expect: FALSE
// why: bug: a byte behind a large array of the same struct was read as 0

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern unsigned __VERIFIER_nondet_uint(void);

struct s { int a[100]; int b; };
int main(void)
{
    struct s v;
    v.a[3] = 7;
    v.b = 0x01020304;
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i == 12 || i == 400);
    unsigned char x = ((unsigned char *)&v)[i];
    __VERIFIER_assert(x == (i == 12 ? 7 : 0));
    return 0;
}
