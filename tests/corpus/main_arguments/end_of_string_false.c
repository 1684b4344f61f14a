// expect: FALSE
// native: skip
// why: an argument may be empty

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    if (argc < 2)
        return 1;
    char *s = argv[1];
    while (*s)
        s++;
    __VERIFIER_assert(s != argv[1]);
    return 0;
}
