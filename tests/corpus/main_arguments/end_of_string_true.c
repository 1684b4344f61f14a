// expect: TRUE
// native: skip
// why: the end of an argument is a zero

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    if (argc < 2)
        return 1;
    char *s = argv[1];
    while (*s)
        s++;
    __VERIFIER_assert(*s == 0);
    __VERIFIER_assert(s != 0);
    return 0;
}
