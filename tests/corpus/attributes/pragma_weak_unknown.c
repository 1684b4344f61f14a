// expect: UNKNOWN: #pragma weak
// why: a function that may be there or not; the pragma was ignored, and its address was never null

extern void __VERIFIER_assert(int);
extern int hook(void);
#pragma weak hook

int main(void)
{
    __VERIFIER_assert(hook != 0);
    return 0;
}
