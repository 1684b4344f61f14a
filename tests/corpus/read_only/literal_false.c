// expect: FALSE
// check: pointer
// native: skip
// why: a write to a string literal.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
static void set(char *p) { *p = 'x'; }
int main(void)
{
    char array[] = "abc";
    char *literal = "abc";
    set(literal);
    return literal[0] == array[0];
}
