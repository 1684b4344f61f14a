// expect: FALSE
// check: range
// why: A floating-point number that does not fit an integer type is undefined (6.3.1.4); `--check all` did not ask.
double __VERIFIER_nondet_double(void);
int main(void)
{
    double millivolts = __VERIFIER_nondet_double();
    if (!(millivolts >= 0.0 && millivolts < 32769.0))
        return 0;
    short reading = (short)millivolts;
    return reading < 0;
}
