// expect: TRUE
// native: skip
// why: arguments are different objects: a change of one is not seen in another

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    if (argc < 3 || argv[1][0] == 0 || argv[2][0] == 0)
        return 1;
    char old = argv[2][0];
    argv[1][0] = 'x';
    __VERIFIER_assert(argv[1] != argv[2]);
    __VERIFIER_assert(argv[1][0] == 'x');
    __VERIFIER_assert(argv[2][0] == old);
    return 0;
}
