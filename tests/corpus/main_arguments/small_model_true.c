// expect: TRUE
// options: --32
// native: skip
// why: the same with pointers of 32 bits

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    __VERIFIER_assert(argv[argc] == 0);
    if (argc > 1) {
        char *s = argv[1];
        while (*s)
            s++;
        __VERIFIER_assert(s >= argv[1]);
    }
    return 0;
}
