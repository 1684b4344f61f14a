// expect: TRUE
// why: specifiers may come in any order

extern void __VERIFIER_assert(int);

long unsigned typedef int word;
int main(void)
{
    word w = -1;
    __VERIFIER_assert(w > 0 && sizeof(w) == 8);
    int short signed const s = -3;
    __VERIFIER_assert(s == -3);
    return 0;
}
