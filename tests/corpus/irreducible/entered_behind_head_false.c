// expect: FALSE
// why: a loop that is entered behind its head, by a jump whose condition is known

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0, steps = 0, late = 1;
    for (int round = 0; round < 2; round++) {
        if (late)
            goto behind;
    head:
        x += 10;
        steps++;
    behind:
        x++;
        if (steps < 3)
            goto head;
        late = 0;
    }
    __VERIFIER_assert(x == 34);
    return 0;
}
