// expect: TRUE
// why: labels of two functions by the same names, each with a table of its own

extern void __VERIFIER_assert(int);

static int first(int which)
{
    static void *const table[2] = { &&a, &&b };
    goto *table[which];
a:
    return 1;
b:
    return 2;
}

static int second(int which)
{
    static void *const table[2] = { &&a, &&b };
    goto *table[which];
b:
    return 20;
a:
    return 10;
}

int main(void)
{
    __VERIFIER_assert(first(0) + second(1) == 21);
    __VERIFIER_assert(first(1) + second(0) == 12);
    return 0;
}
