// expect: FALSE
// native: skip
// why: a call of reach_error by another name is one; it was taken for an unknown function

void fail(int code) __asm__("reach_error");

int main(void) {
    fail(1);
    return 0;
}
