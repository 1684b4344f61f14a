// expect: FALSE
// why: the program begins with the head of a loop

extern void __VERIFIER_assert(int);

int g;
int main(void)
{
again:
    __VERIFIER_assert(g <= 3);
    if (g < 4)
        g++;
    goto again;
}
