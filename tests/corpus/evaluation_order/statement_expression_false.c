// expect: FALSE
// native: skip
// why: a statement expression as an operand, whose call changes the other one

extern void __VERIFIER_assert(int);

static int g = 1;

static int set(int to)
{
    g = to;
    return 0;
}

int main(void)
{
    int r = ({ int t = set(5); t; }) + g;
    __VERIFIER_assert(r == 5);
    return 0;
}
