// expect: TRUE
// why: assertions at compile time about layouts

extern void __VERIFIER_assert(int);

struct s { int a; char b; };
_Static_assert(sizeof(struct s) == 8, "padding");
int main(void)
{
    _Static_assert(_Alignof(struct s) == 4, "alignment");
    __VERIFIER_assert(sizeof(struct s) == 8);
    return 0;
}
