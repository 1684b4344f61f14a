// expect: UNKNOWN: linker name `half`
// native: skip
// why: the linker knows no types, and a call by another type has no meaning here

extern void reach_error(void);
int half(int x) { return x / 2; }
int real_half(double x) __asm__("half");

int main(void) {
    if (real_half(3.0) != 1) reach_error();
    return 0;
}
