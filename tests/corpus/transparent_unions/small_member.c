// expect: UNKNOWN: argument that does not fill its transparent union
// native: skip
// why: the bytes behind a smaller member are those of a register

extern void reach_error(void);
typedef union { long all; int part; } number __attribute__((transparent_union));
static long all(number n) { return n.all; }

int main(void) {
    if (all(1) != 1) reach_error();
    return 0;
}
