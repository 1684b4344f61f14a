// expect: TRUE
// check: overflow
// why: So is the remainder, though it would be 0.
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = 1;
    return x % y == 0;
}
