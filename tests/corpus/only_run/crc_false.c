// expect: FALSE
// engine bmc: UNKNOWN
// engine kind: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine unwind: UNKNOWN
// engine ic3: UNKNOWN
// why: a table-driven checksum of a constant string has one run, which refutes it

extern void __VERIFIER_assert(int);

static unsigned table[16];

static void make_table(void)
{
    for (unsigned n = 0; n < 16; n++) {
        unsigned c = n;
        for (int k = 0; k < 4; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[n] = c;
    }
}

static unsigned crc(const char *text)
{
    unsigned c = 0xffffffffu;
    while (*text) {
        c ^= (unsigned char)*text++;
        c = table[c & 15] ^ (c >> 4);
        c = table[c & 15] ^ (c >> 4);
    }
    return ~c;
}

int main(void)
{
    make_table();
    __VERIFIER_assert(crc("123456789") == 0xcbf43927u);
    return 0;
}
