// expect: FALSE
// options: --32
// native: skip
// why: the same with pointers of 32 bits

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[])
{
    if (argc > 1 && argv[1][0] == 'a' && argv[1][1] == 'b')
        __VERIFIER_assert(argv[1][2] != 'c');
    return 0;
}
