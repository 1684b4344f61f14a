// expect: FALSE
// native: skip
// why: argc is any number of arguments

extern void __VERIFIER_assert(int);

int main(int argc, char **argv)
{
    __VERIFIER_assert(argc != 5);
    return 0;
}
