// expect: UNKNOWN: atomic access to what is no number of up to 8 bytes
// why: structures are compared with their padding

extern void __VERIFIER_assert(int);

struct pair {
    char a;
    int b;
};

int main(void)
{
    struct pair shared = { 1, 2 }, expected = { 1, 2 }, wanted = { 3, 4 };
    __VERIFIER_assert(__atomic_compare_exchange(&shared, &expected, &wanted, 0, 5, 5));
    return 0;
}
