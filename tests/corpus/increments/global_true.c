// expect: TRUE
// why: a side effect on a global is seen after the call

extern void __VERIFIER_assert(int);

int g;
static void bump(void) { g++; }
int main(void)
{
    bump();
    ++g;
    bump();
    __VERIFIER_assert(g == 3);
    return 0;
}
