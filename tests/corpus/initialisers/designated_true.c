// expect: TRUE
// why: designators in any order, the last one wins, the rest is zero

extern void __VERIFIER_assert(int);

struct s { int a, b, c; };
int main(void)
{
    struct s x = { .c = 3, .a = 1 };
    int v[6] = { [4] = 40, 50, [1] = 10, 20, [4] = 41 };
    __VERIFIER_assert(x.a == 1 && x.b == 0 && x.c == 3);
    __VERIFIER_assert(v[4] == 41 && v[5] == 50 && v[2] == 20 && v[0] == 0);
    return 0;
}
