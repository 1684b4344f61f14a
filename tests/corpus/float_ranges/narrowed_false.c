// expect: FALSE
// check: range
// why: Conversions between integer types that lose something are defined: only `conversion` asks about them.
int __VERIFIER_nondet_int(void);
int main(void)
{
    double all = __VERIFIER_nondet_int();
    unsigned char low = all;
    return low;
}
