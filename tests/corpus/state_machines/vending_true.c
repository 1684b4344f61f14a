// expect: TRUE
// why: a vending machine never gives away more than was paid

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned paid = 0, credit = 0, sold = 0;
    while (1) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (paid < 20) { paid++; credit++; }
            break;
        case 1:
            if (credit >= 3) { credit -= 3; sold++; }
            break;
        }
        __VERIFIER_assert(credit <= 20);
    }
}
