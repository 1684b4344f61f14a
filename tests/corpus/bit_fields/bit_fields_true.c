// expect: TRUE
// why: bit-fields wrap in their width

extern void __VERIFIER_assert(int);

struct f { unsigned a : 3; int b : 4; unsigned c : 1; };
int main(void)
{
    struct f f = { 0 };
    f.a = 9;
    f.b = 8;
    f.c = 3;
    __VERIFIER_assert(f.a == 1 && f.b == -8 && f.c == 1);
    f.a--;
    f.a--;
    __VERIFIER_assert(f.a == 7);
    return 0;
}
