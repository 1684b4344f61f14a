// expect: TRUE
// why: a switch over an enum, where the variable may hold other values

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

enum colour { RED, GREEN, BLUE };
static int code(enum colour c)
{
    switch (c) {
    case RED: return 1;
    case GREEN: return 2;
    default: return 3;
    }
    return 0;
}
int main(void)
{
    enum colour c = __VERIFIER_nondet_int();
    __VERIFIER_assert(code(c) != 0);
    return 0;
}
