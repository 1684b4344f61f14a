// expect: TRUE
// native: skip
// why: argv[argc] is a null pointer

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    __VERIFIER_assert(argv[argc] == 0);
    return 0;
}
