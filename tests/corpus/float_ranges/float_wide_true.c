// expect: TRUE
// check: range
// why: The limits of long are not all numbers of a float, and NaN fits nothing.
float __VERIFIER_nondet_float(void);
int main(void)
{
    float f = __VERIFIER_nondet_float();
    if (!(f >= -9223372036854775808.0f && f < 9223372036854775808.0f))
        return 0;
    return (long)f == 3;
}
