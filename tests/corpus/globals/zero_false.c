// expect: FALSE
// why: globals without initialiser are 0

extern void __VERIFIER_assert(int);

int g = 1;
_Bool b;
unsigned long long u;
int main(void)
{
    __VERIFIER_assert(g == 0 && b == 0 && u == 0);
    return 0;
}
