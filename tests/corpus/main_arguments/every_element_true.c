// expect: TRUE
// native: skip
// why: argv[i] is no null pointer for all i below argc

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    for (int i = 0; i < argc; i++)
        __VERIFIER_assert(argv[i] != 0);
    return 0;
}
