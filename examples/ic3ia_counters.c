// expect: TRUE
// why: IC3+IA: a transition system over a few numeric variables whose proof needs predicates such as x <= y
//
// The paper has no program text; it checks transition systems I, T, P. This is one in its style: two
// clocks that run together, a reset that comes at the latest when the slow one reaches its limit.

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0, y = 0;
    while (1) {
        if (y < 20) {
            x++;
            y++;
        } else {
            x = 0;
            y = 0;
        }
        if (__VERIFIER_nondet_bool())
            x = 0;
        __VERIFIER_assert(x <= y);
    }
}
