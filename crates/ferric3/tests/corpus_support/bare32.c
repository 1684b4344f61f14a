/* What a 32-bit Linux program needs to run without a C library, which most machines do not have in
 * 32 bits: a start, output, and the divisions that GCC expects of its support library. */
static void system_call(int number, int a, const void *b, int c)
{
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
}

static void put_digits(unsigned long long x)
{
    char text[16];
    for (int i = 15; i >= 0; i--, x >>= 4)
        text[i] = "0123456789abcdef"[x & 15];
    system_call(4, 1, text, 16);
}

static void put(unsigned long long high, unsigned long long low)
{
    put_digits(high);
    system_call(4, 1, " ", 1);
    put_digits(low);
    system_call(4, 1, "\n", 1);
}

static unsigned long long divide(unsigned long long n, unsigned long long d, unsigned long long *rest)
{
    unsigned long long q = 0, r = 0;
    for (int i = 63; i >= 0; i--) {
        int carry = (int)(r >> 63);
        r = r << 1 | (n >> i & 1);
        if (carry || r >= d) {
            r -= d;
            q |= 1ull << i;
        }
    }
    *rest = r;
    return q;
}

unsigned long long __udivdi3(unsigned long long n, unsigned long long d)
{
    unsigned long long rest;
    return divide(n, d, &rest);
}

unsigned long long __umoddi3(unsigned long long n, unsigned long long d)
{
    unsigned long long rest;
    divide(n, d, &rest);
    return rest;
}

long long __divdi3(long long n, long long d)
{
    unsigned long long rest, q = divide(n < 0 ? -n : n, d < 0 ? -d : d, &rest);
    return (n < 0) != (d < 0) ? -q : q;
}

long long __moddi3(long long n, long long d)
{
    unsigned long long rest;
    divide(n < 0 ? -n : n, d < 0 ? -d : d, &rest);
    return n < 0 ? -rest : rest;
}

static void print(void);

void _start(void)
{
    main();
    print();
    system_call(1, 0, 0, 0);
}
