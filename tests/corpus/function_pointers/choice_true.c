// expect: TRUE
// why: a call goes to one of two functions

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void)
{
    int (*f)(void) = __VERIFIER_nondet_bool() ? one : two;
    __VERIFIER_assert(f() < 3);
    return 0;
}
