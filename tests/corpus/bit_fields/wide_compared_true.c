// expect: TRUE
// why: a field wider than int compared with constants, or with a type that is wider still
extern void reach_error(void);
struct wide { unsigned long long field : 40; };
int main(void) {
    struct wide v;
    v.field = 1ULL << 39;
    if (v.field == 5 || v.field + 1ULL != 0x8000000001ULL) reach_error();
    return 0;
}
