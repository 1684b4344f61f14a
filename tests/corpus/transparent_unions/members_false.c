// expect: FALSE
// why: the called function gets what was passed

extern void reach_error(void);

struct one { int value; };
struct two { int value; };
typedef union {
    const struct one *__restrict__ one;
    const struct two *__restrict__ two;
    void *any;
} either __attribute__((__transparent_union__));
union tagged { int *numbers; struct one *one; } __attribute__((transparent_union));

static int value(either e) { return e.any ? e.one->value : 0; }
static void clear(union tagged t) { t.numbers[0] = 0; }

int main(void) {
    struct one a = { 1 };
    struct two b = { 2 };
    const struct two *c = &b;
    void *any = &a;
    either whole = { .two = &b };
    int sum = value(&a) + value(c) + value(any) + value(0) + value(whole);
    clear(&a);
    clear(&b.value);
    if (sum != 5 || a.value != 0 || b.value != 0) reach_error();
    return 0;
}
