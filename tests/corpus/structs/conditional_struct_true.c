// expect: TRUE
// why: a struct is the value of a conditional expression

extern void __VERIFIER_assert(int);
extern _Bool __VERIFIER_nondet_bool(void);

struct s { int a, b; };
int main(void)
{
    struct s x = { 1, 2 }, y = { 3, 4 };
    _Bool c = __VERIFIER_nondet_bool();
    struct s z = c ? x : y;
    __VERIFIER_assert(z.b - z.a == 1);
    return 0;
}
