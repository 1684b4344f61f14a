// expect: TRUE
// why: nothing is reached behind a false assumption

extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    __VERIFIER_assume(0);
    reach_error();
}
