// expect: UNKNOWN: argc is 0
// native: skip
// why: C allows a call without the name of the program, current systems do not

extern void __VERIFIER_assert(int);

int main(int argc, char **argv)
{
    __VERIFIER_assert(argc >= 1);
    return 0;
}
