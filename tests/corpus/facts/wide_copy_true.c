// expect: TRUE
// why: a variable of a loop is copied to one that is wider than what bounds on differences can tell.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __int128 wide = 0;
    for (int i = 0; i < n; i++) {
        wide = i;
        if (wide >= n)
            reach_error();
    }
    return (int)wide;
}
