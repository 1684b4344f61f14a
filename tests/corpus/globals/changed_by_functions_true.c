// expect: TRUE
// why: any function may change a global

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int balance = 10;
static void withdraw(int n)
{
    if (n > 0 && n <= balance)
        balance -= n;
}
int main(void)
{
    withdraw(__VERIFIER_nondet_int());
    withdraw(__VERIFIER_nondet_int());
    __VERIFIER_assert(balance >= 0);
    return 0;
}
