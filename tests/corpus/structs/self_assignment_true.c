// expect: TRUE
// why: a struct is assigned to itself through pointers

extern void __VERIFIER_assert(int);

struct s { int a[3]; };
int main(void)
{
    struct s v = { { 1, 2, 3 } }, *p = &v, *q = &v;
    *p = *q;
    __VERIFIER_assert(v.a[0] == 1 && v.a[2] == 3);
    return 0;
}
