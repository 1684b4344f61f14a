// expect: TRUE
// why: a parameter hides a global

extern void __VERIFIER_assert(int);

int x = 5;
static int f(int x) { return x + 1; }
int main(void)
{
    __VERIFIER_assert(f(10) == 11);
    __VERIFIER_assert(x == 5);
    return 0;
}
