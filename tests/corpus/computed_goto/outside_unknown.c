// expect: UNKNOWN: jump to an address that comes from outside of the program
// why: nobody knows where such a jump goes

extern void __VERIFIER_assert(int);

extern void *elsewhere(void);

int main(void)
{
    void *table[] = { &&here };
    goto *elsewhere();
here:
    __VERIFIER_assert(table[0] != 0);
    return 0;
}
