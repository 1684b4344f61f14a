// expect: FALSE
// why: half a number is lost in an int

extern void reach_error(void);

_Alignas(16) aligned;
_Alignas(8) static number = 3;

int main(void) {
    auto half = 2.5;
    const limit = 3;
    for (auto i = 0; i < limit; ++i) aligned += i;
    for (register i = 0; i < limit; ++i) aligned += i;
    if (half != 2.5 || aligned != 6 || number != 3) reach_error();
    if (((unsigned long)&aligned & 15) != 0) reach_error();
    return 0;
}
