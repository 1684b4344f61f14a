// expect: FALSE
// native: skip
// why: the bytes of arguments are not known

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    if (argc < 3 || argv[1][0] == 0 || argv[2][0] == 0)
        return 1;
    argv[1][0] = 'x';
    __VERIFIER_assert(argv[2][0] != 'x');
    return 0;
}
