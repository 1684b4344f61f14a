// expect: TRUE
// native: skip
// why: the null pointer stands where argc says

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    int n = 0;
    if (argc > 3)
        return 1;
    while (*argv++)
        n++;
    __VERIFIER_assert(n == argc);
    return 0;
}
