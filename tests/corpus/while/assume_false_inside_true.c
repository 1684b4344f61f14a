// expect: TRUE
// why: a loop that no run gets around

extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);

int main(void)
{
    int x = 0;
    while (1) {
        __VERIFIER_assert(x == 0);
        x++;
        __VERIFIER_assume(x < 0);
    }
}
