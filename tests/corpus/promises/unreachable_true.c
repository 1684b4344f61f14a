// expect: TRUE
// check: promise
// native: skip
// why: all cases return
extern unsigned __VERIFIER_nondet_uint(void);
static int width(unsigned kind)
{
    switch (kind) {
    case 0: return 1;
    case 1: return 2;
    case 2:
    case 3: return 4;
    }
    __builtin_unreachable();
}
int main(void)
{
    return width(__VERIFIER_nondet_uint() % 4);
}
