// expect: TRUE
// check: uninitialised
// why: A jump over the initialiser leaves no value.
int __VERIFIER_nondet_int(void);

int main(void)
{
    switch (__VERIFIER_nondet_int()) {
        int x;
    case 1:
        x = 4;
        return x;
    case 2:
        x = 5;
        return x;
    }
    return 0;
}
