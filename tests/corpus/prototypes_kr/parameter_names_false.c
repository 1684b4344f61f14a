// expect: FALSE
// why: names in a prototype may differ from those in the definition

extern void __VERIFIER_assert(int);

int minus(int left, int right);
int minus(int right, int left) { return right - left; }
int main(void)
{
    __VERIFIER_assert(minus(5, 2) == -3);
    return 0;
}
