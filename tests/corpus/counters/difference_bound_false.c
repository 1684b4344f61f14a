// expect: FALSE
// why: the producer is never more than 4 ahead

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char made = 0, used = 0;
    while (1) {
        if (__VERIFIER_nondet_bool()) {
            if ((unsigned char)(made - used) < 5)
                made++;
        } else if (made != used)
            used++;
        __VERIFIER_assert((unsigned char)(made - used) <= 4);
    }
}
