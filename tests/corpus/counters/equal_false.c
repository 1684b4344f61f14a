// expect: FALSE
// why: two counters in step

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        x++;
        y += 2;
    }
    __VERIFIER_assert(x == y);
    return 0;
}
