// expect: FALSE
// native: skip
// why: argv[argc - 1] is no null pointer

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    if (argc > 0)
        __VERIFIER_assert(argv[argc - 1] == 0);
    return 0;
}
