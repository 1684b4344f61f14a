// expect: FALSE
// why: a goto into the else branch of an if

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0;
    goto join;
    if (x) {
        x = 10;
    } else {
    other:
        x = 20;
    }
join:
    __VERIFIER_assert(x == 20);
    return 0;
}
