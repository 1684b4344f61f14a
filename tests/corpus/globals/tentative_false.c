// expect: FALSE
// why: several tentative definitions are one variable

extern void __VERIFIER_assert(int);

int x;
extern int x;

int x;
int main(void)
{
    __VERIFIER_assert(x == 3);
    return 0;
}
