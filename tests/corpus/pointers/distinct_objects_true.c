// expect: TRUE
// engine ic3cfa: UNKNOWN
// why: two objects have two addresses

extern void __VERIFIER_assert(int);

int global;
int main(void)
{
    int x, y;
    static int z;
    int *p[] = { &x, &y, &z, &global };
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            __VERIFIER_assert((p[i] == p[j]) == (i == j));
    return 0;
}
