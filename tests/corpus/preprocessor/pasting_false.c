// expect: FALSE
// why: ## and #

extern void __VERIFIER_assert(int);

#define PASTE(a, b) a##b
#define EVAL(a, b) PASTE(a, b)
#define TWELVE 12
int main(void)
{
    int EVAL(x, TWELVE) = 7;
    __VERIFIER_assert(x12 == 8);
    return 0;
}
