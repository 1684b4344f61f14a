// expect: FALSE
// check: range
// why: A floating-point number that does not fit an integer type is undefined (6.3.1.4), also in a cast.
double __VERIFIER_nondet_double(void);
int main(void)
{
    double volts = __VERIFIER_nondet_double();
    if (!(volts >= 0.0 && volts < 4.1))
        return 0;
    short millivolts = (short)(volts * 8000.0);
    return millivolts < 0;
}
