// expect: FALSE
// why: what goes up must come down

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned up = 0, down = 0, height = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            up++;
            height++;
        } else if (height > 0) {
            down += 2;
            height--;
        }
    }
    __VERIFIER_assert(height == up - down);
    return 0;
}
