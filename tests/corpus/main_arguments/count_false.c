// expect: FALSE
// native: skip
// why: the number of arguments is not known

extern void __VERIFIER_assert(int);

int main(int argc, char **argv)
{
    __VERIFIER_assert(argc < 3);
    return 0;
}
