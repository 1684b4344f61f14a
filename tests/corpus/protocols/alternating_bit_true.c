// expect: TRUE
// why: the receiver never takes the same bit twice

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned sent = 0, received = 0;
    int bit = 0, expected = 0, wire_bit = -1, ack = -1;
    while (1) {
        switch (__VERIFIER_nondet_int()) {
        case 0: wire_bit = bit; break;
        case 1:
            if (wire_bit == expected) {
                received++;
                ack = expected;
                expected = !expected;
                __VERIFIER_assert(received == sent + 1);
            }
            break;
        case 2:
            if (ack == bit) {
                sent++;
                bit = !bit;
                ack = -1;
                wire_bit = -1;
            }
            break;
        }
    }
}
