// expect: TRUE
// native: skip
// why: argc is not negative

extern void __VERIFIER_assert(int);

int main(int argc, char **argv)
{
    __VERIFIER_assert(argc >= 0);
    return 0;
}
