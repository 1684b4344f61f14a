/* Syntax in which probes could get lost or change something. It prints what it does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOTH(a, b) ((a) && (b))
#define UNLESS(c) if (!(c))
#define SWAP(a, b) do { int t_ = a; a = b; b = t_; } while (0)

enum { NONE, SOME = 3 };
struct point { int x, y; };
#pragma pack(1)
struct packed { char c; int i; };
#pragma pack()
struct aligned { char c; } __attribute__((aligned(16)));
static int constant[2 > 1 && 3 > 2 ? 4 : 5];
static const int initial = 1 && 0;
_Static_assert(sizeof(constant) == 4 * sizeof(int) || 0, "sizes are constants");

static int calls;
static int yes(int n) { calls = calls * 3 + n; return n; }
static int no(int n) { calls = calls * 5 + n; return 0 && n; }
static struct point point(int x, int y) { struct point p = { .y = y, .x = x }; return p; }
static void nothing(void) {}
static int fails(void) { exit(printf("end %d\n", calls) > 0 ? 0 : 1); }

static int chain(int n)
{
    if (n < 0) return -1;
    else if (n == 0) return 0;
    else if (n > 10 && n < 20 || n == 42) n++;
    else UNLESS (n == 5) n--;
    if (n)
        if (n > 100) return 100;
        else n += 1;
    return n;
}

static int duff(char *to, const char *from, int count)
{
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--n > 0);
    }
    return n;
}

static const char *kind(int c)
{
    switch (c) {
        int unreachable;
    case 'a' ... 'z': return "lower";
    case 'A' ... 'Z':
        return "upper";
    case '0': case '1':
        unreachable = c; c = unreachable;
    case '2': {
        if (c == '1') break;
        return "digit";
    }
    default: ;
        __attribute__((unused)) int later = c;
        return "other";
    }
    return "one";
}

static int labels(int n)
{
    int sum = 0, twice = yes(n) && n > 2, third = twice ? sum + 1 : sum ?: 7;
again: __attribute__((unused))
    sum += n;
    if (sum < 20) goto again; else if (third) inner: sum += 100;
    for (int i = 0, j = 3 && n; i < j; i++) { if (i == 1 || j == 0) continue; sum++; }
    while (n --> 0) if (n == 2) break;
    do sum--; while (sum > 90 && n != 77);
    if (sum == 90 && third) { third = 0; goto inner; }
    return sum;
}

static int computed(int n)
{
    static void *where[] = { &&first, &&second };
    goto *where[n & 1];
first:
    return 10;
second:
    return 20;
}

static int sum_of(int count, ...)
{
    va_list rest;
    int sum = 0;
    va_start(rest, count);
    for (; count > 0; count--) sum += va_arg(rest, int);
    va_end(rest);
    return sum;
}

static int recursive(int n) { return n > 0 && (recursive(n - 1) || n > 3) ? n : !n; }

static int old_style(a, b)
    int a;
    char *b;
{ return a && b && *b; }

static jmp_buf back;

static int jumps(void)
{
    volatile int n = 0;
    if (setjmp(back)) n++;
    if (n < 2 && n >= 0) longjmp(back, 1);
    return n;
}

int main(void)
{
    int a = 1, b = 0, *p = &a, many[3] = { yes(1) && b, a || b, [2] = yes(2) }, last = a ? b : 3;
    unsigned char small = 200;
    double d = 0.5;
    const char *text = "if (a && b) { \"quoted\" }";
    for (int i = -1; i < 45; i += 3) printf("%d ", chain(i));
    char to[12] = { 0 };
    for (int i = 1; i <= 8; i++) printf("%d %s\n", duff(to, "abcdefghijkl", i), to);
    printf("%s %s %s %s %s %s\n", kind('q'), kind('Q'), kind('0'), kind('1'), kind('2'), kind('?'));
    printf("%d %d %d\n", labels(1), labels(3), labels(30));
    printf("%d %d\n", computed(0), computed(1));
    printf("%d\n", sum_of(3, a && !b, b || no(3), yes(4) ? 5 : 6));
    printf("%d %d %d\n", recursive(0), recursive(3), recursive(6));
    if ((a = yes(0)) || (b = yes(5)) && !(a > b)) printf("%d %d\n", a, b);
    if (a, b) printf("comma\n");
    if (BOTH(a, b) || BOTH(b, !a)) printf("both\n");
    if (!!(b) != 0) SWAP(a, b);
    if (p) if (*p == 5 ? a && b : !a) printf("p\n"); else printf("q\n");
    if (d) printf("%d %f\n", d > 0.25 && d < 0.75, d ?: 1.0);
    printf("%d\n", ({ int t = a; if (t && b) t++; t > 3 || b; }));
    printf("%d %d\n", point(1, 2).y, (point)(3, a && b).y);
    printf("%zu %zu %zu\n", sizeof(struct packed), sizeof(struct aligned), sizeof(a && b));
    printf("%d %d %s %p\n", small >> 1 && 1, (unsigned char)(small + 100) > 50, text ?: "none", (void *)(a && 0 ? p : 0));
    printf("%s %d\n", b ? "yes" : a ? "maybe" : "no", SOME && NONE ? SOME : NONE);
    int length = a + 2, vla[length > 2 && length < 50 ? length : 1];
    vla[0] = sizeof vla / sizeof *vla;
    printf("%d %d %d\n", vla[0], last, initial);
    printf("%d %d\n", old_style(1, "x"), old_style(2, ""));
    printf("%d\n", jumps());
    a ? nothing() : (void)yes(9);
    for (;;) { if (++b > 8) break; if (b & 1) continue; yes(b); }
    while (1) { if (b-- < 3) goto out; }
out:;
    int bits = 0;
    for (unsigned i = 0; i < sizeof many / sizeof *many; i++) bits = bits << 1 | (many[i] != 0);
    printf("%d %d\n", bits, calls);
    struct { unsigned f : 3; } field = { 5 };
    printf("%d %d\n", field.f ?: 7, field.f > 4 || field.f == 2);
    return printf("%d\n", calls) && fails();
}
