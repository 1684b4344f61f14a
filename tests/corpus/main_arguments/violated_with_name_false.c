// expect: FALSE
// native: skip
// why: a violation that does not need an argc of 0 counts

extern void __VERIFIER_assert(int);

int main(int argc, char **argv)
{
    __VERIFIER_assert(argc < 0);
    return 0;
}
