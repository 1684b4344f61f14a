// expect: TRUE
// why: the alignment of what an expression designates, not of its type: attributes of variables and members count

extern void __VERIFIER_assert(int);

int wide __attribute__((aligned(64)));
struct packed { char c; int m; } __attribute__((packed)) packed;
struct member { char c; int m __attribute__((aligned(32))); } *member;

int main(void)
{
    __VERIFIER_assert(__alignof__(wide) == 64 && __alignof__(wide + 1) == 4);
    __VERIFIER_assert(__alignof__(packed.m) == 1 && __alignof__(int) == 4);
    __VERIFIER_assert(__alignof__(member->m) == 32 && _Alignof(member->c) == 1);
    return 0;
}
