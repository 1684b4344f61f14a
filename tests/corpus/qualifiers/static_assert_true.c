// expect: TRUE
// why: _Static_assert and typeof

extern void __VERIFIER_assert(int);

_Static_assert(sizeof(int) == 4, "int");
int main(void)
{
    int x = 3;
    __typeof__(x) y = x + 1;
    _Static_assert(sizeof(y) == 4, "y");
    __VERIFIER_assert(y == 4);
    return 0;
}
