// expect: UNKNOWN: decimal floating-point numbers
// why: they were binary ones here, in which this sum is another number

extern void __VERIFIER_assert(int);

int main(void)
{
    _Decimal64 a = 0.1dd, b = 0.2dd;
    __VERIFIER_assert(a + b == 0.3dd);
    return 0;
}
