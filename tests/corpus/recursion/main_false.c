// expect: FALSE
// why: main calls itself

extern void __VERIFIER_assert(int);

int g;
int main(void)
{
    g++;
    __VERIFIER_assert(g < 5);
    return main();
}
