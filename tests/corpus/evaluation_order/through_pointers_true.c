// expect: TRUE
// why: calls that change different variables do not interfere with what is read

extern void __VERIFIER_assert(int);

static int change(int *p)
{
    *p = 7;
    return 0;
}

int main(void)
{
    int x = 5, z = 1;
    int y = change(&x) + z;
    __VERIFIER_assert(y == 1 && x == 7);
    return 0;
}
