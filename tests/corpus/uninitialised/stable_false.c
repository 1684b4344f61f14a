// expect: FALSE
// native: skip
// why: it has one value until it is assigned

extern void __VERIFIER_assert(int);

int main(void)
{
    int x;
    int y = x;
    __VERIFIER_assert(x == 0);
    return 0;
}
