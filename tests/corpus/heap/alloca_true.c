// expect: TRUE
// why: memory of the frame

extern void __VERIFIER_assert(int);

int main(void)
{
    int *p = __builtin_alloca(3 * sizeof *p);
    for (int i = 0; i < 3; i++)
        p[i] = i;
    __VERIFIER_assert(p[0] + p[1] + p[2] == 3);
    return 0;
}
