// expect: FALSE
// engine bmc: UNKNOWN
// engine kind: UNKNOWN
// engine ic3cfa: UNKNOWN
// engine unwind: UNKNOWN
// engine ic3: UNKNOWN
// why: inputs and uninitialised bytes are copied about, but no branch depends on them

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

struct record {
    unsigned kind : 3;
    unsigned size : 5;
    int value;
};

static int seen;

static struct record make(unsigned kind, int value)
{
    struct record r;
    r.kind = kind;
    r.value = value;
    return r;
}

int main(void)
{
    int last[300];
    for (int i = 0; i < 5000; i++) {
        struct record r = make(i & 7, __VERIFIER_nondet_int());
        last[i % 300] = r.value;
        if (r.kind == 5)
            seen++;
    }
    __VERIFIER_assert(seen == 626);
    return last[7] == 0;
}
