// expect: TRUE
// why: a jump into a branch that is otherwise dead

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    goto inside;
    if (0) {
    inside:
        x = 5;
    }
    __VERIFIER_assert(x == 5);
    return 0;
}
