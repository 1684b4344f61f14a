// expect: FALSE
// why: a narrow unsigned bit-field promotes to int

extern void __VERIFIER_assert(int);

struct f { unsigned a : 3; };
int main(void)
{
    struct f f = { 0 };
    __VERIFIER_assert(f.a - 1 > 0);
    __VERIFIER_assert(sizeof(+f.a) == 4);
    return 0;
}
