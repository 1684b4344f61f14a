// expect: FALSE
// why: read only between open and close

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int is_open = 0, reads_closed = 0, closed = 0;
    while (1) {
        switch (__VERIFIER_nondet_int()) {
        case 1: is_open = 1; closed = 0; break;
        case 2: if (is_open && closed) reads_closed++; break;
        case 3: closed = 1; break;
        }
        __VERIFIER_assert(reads_closed == 0);
    }
}
