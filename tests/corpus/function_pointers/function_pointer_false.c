// expect: FALSE
// why: an input chooses the function

extern void __VERIFIER_assert(int);
extern _Bool __VERIFIER_nondet_bool(void);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
int main(void)
{
    int (*f)(int, int) = __VERIFIER_nondet_bool() ? add : &sub;
    int r = f(5, 3);
    __VERIFIER_assert(r == 8 || f == add);
    return 0;
}
