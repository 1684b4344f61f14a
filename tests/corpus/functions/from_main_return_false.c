// expect: FALSE
// why: falling off the end of main is fine, and what follows the return is dead

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 3;
    
    __VERIFIER_assert(x == 4);
}
