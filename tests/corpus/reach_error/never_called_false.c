// expect: FALSE
// why: an error in a function that nobody calls

extern void __VERIFIER_assert(int);

int unused(int x)
{
    __VERIFIER_assert(x);
    return x;
}
int main(void)
{
    return unused(0);
}
