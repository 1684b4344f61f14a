// expect: FALSE
// why: assignments group to the right

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 10, y = 3, z;
    x -= y -= 1;
    __VERIFIER_assert(x == 6);
    __VERIFIER_assert(y == 2);
    x = y = z = 5;
    __VERIFIER_assert(x + y + z == 15);
    return 0;
}
