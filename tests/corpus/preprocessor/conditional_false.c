// expect: FALSE
// why: #if, #ifdef and defined

extern void __VERIFIER_assert(int);

#define FEATURE 0
#if defined(FEATURE) && FEATURE
#define VALUE 1
#else
#define VALUE 2
#endif
int main(void)
{
    __VERIFIER_assert(VALUE == 1);
    return 0;
}
