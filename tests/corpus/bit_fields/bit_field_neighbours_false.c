// expect: FALSE
// why: writing one bit-field leaves the others

extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);

struct f { unsigned a : 5, b : 6, c : 7; };
int main(void)
{
    struct f f;
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    f.a = x;
    f.c = y;
    f.b = x + y;
    __VERIFIER_assert(f.a == (x & 63) && f.c == (y & 127));
    return 0;
}
