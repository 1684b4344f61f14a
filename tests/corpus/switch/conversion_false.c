// expect: FALSE
// why: case labels are converted to the promoted type of the condition

extern void __VERIFIER_assert(int);

int main(void)
{
    long u = 4294967295u;
    int r = 0;
    switch (u) {
    case -1: r = 1;
    }
    __VERIFIER_assert(r == 1);
    return 0;
}
