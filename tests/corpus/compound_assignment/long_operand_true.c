// expect: TRUE
// why: the operation is done in the wider type before it is converted back

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 6;
    x *= 4294967297L;
    __VERIFIER_assert(x == 6);
    return 0;
}
