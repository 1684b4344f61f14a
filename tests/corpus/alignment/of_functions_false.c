// expect: FALSE
// why: an attribute in front of a definition counts for __alignof__, too.
extern void __VERIFIER_assert(int);
void late(void);
void late(void) __attribute__((aligned(64)));
void late(void) {}
__attribute__((aligned(256))) void early(void) {}
void plain(void) {}
int main(void)
{
    __VERIFIER_assert(__alignof__(late) == 64);
    __VERIFIER_assert(__alignof__(early) == 1);
    __VERIFIER_assert(__alignof__(plain) == 1);
    return 0;
}
