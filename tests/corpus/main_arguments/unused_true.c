// expect: TRUE
// why: arguments that nobody looks at

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    (void)argc;
    (void)argv;
    int x = 1;
    __VERIFIER_assert(x == 1);
    return 0;
}
