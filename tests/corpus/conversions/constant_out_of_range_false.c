// expect: FALSE
// why: a floating constant that an integer type does not hold becomes the nearest number, as GCC has it

extern void __VERIFIER_assert(int);

static int large = 1e10;
static unsigned char byte = 300.7;

int main(void)
{
    __VERIFIER_assert(large == 2147483647 && byte == 255);
    __VERIFIER_assert((int)(float)2147483647 == -2147483647 - 1);
    __VERIFIER_assert((unsigned)-1.5 == 0 && (long long)-1e30 < 0);
    return 0;
}
