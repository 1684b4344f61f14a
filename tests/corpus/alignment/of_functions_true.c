// expect: TRUE
// why: the alignment of a function is what its attributes say, wherever they stand; without any it is 1.
extern void __VERIFIER_assert(int);
void late(void);
void late(void) __attribute__((aligned(64)));
void late(void) {}
__attribute__((aligned(256))) void early(void) {}
void plain(void) {}
int main(void)
{
    __VERIFIER_assert(__alignof__(late) == 64);
    __VERIFIER_assert(__alignof__(early) == 256);
    __VERIFIER_assert(__alignof__(plain) == 1);
    return 0;
}
