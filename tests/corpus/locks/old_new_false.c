// expect: FALSE
// why: the classic lock loop: unlocked only if a packet was taken

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int held = 0;
    unsigned new_count = __VERIFIER_nondet_uint(), old_count;
    do {
        __VERIFIER_assert(!held);
        held = 1;
        old_count = new_count;
        if (__VERIFIER_nondet_bool()) {
            held = 0;
            
        }
    } while (new_count != old_count);
    __VERIFIER_assert(held);
    return 0;
}
