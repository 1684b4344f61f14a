// expect: UNKNOWN: vector or complex arithmetic
// why: a comparison of vectors is a vector; as an int it was an error to store it

typedef int four __attribute__((vector_size(16)));

extern void __VERIFIER_assert(int);

int main(void)
{
    four a = {1, 2, 3, 4};
    four b = a > 2;
    __VERIFIER_assert(b[3] == -1);
    return 0;
}
