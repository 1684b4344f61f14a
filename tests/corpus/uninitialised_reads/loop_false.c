// expect: FALSE
// check: uninitialised
// why: The first iteration reads what the last one left.
int __VERIFIER_nondet_int(void);

int main(void)
{
    int last, sum = 0;
    (void)&last;
    for (int i = 0; i < 3; i++) {
        sum += last;
        last = i;
    }
    return sum;
}
