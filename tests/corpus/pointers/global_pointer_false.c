// expect: FALSE
// why: a global pointer with an address as its initialiser

extern void __VERIFIER_assert(int);

int target = 5;
int *where = &target;
int values[3] = { 1, 2, 3 };
int *second = &values[1];
int main(void)
{
    *where += 1;
    *second += 5;
    __VERIFIER_assert(target == 6 && values[1] == 2);
    return 0;
}
