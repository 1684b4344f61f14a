// expect: TRUE
// why: an object with more pointers in it than the points-to analysis tells apart: it must end

extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);

static const char *table[] = {
    "a0", "b1", "c2", "d3", "e4", "f5", "g6", "h7",
    "i8", "j9", "k10", "l11", "m12", "n13", "o14", "p15",
    "q16", "r17", "s18", "t19", "u20", "v21", "w22", "x23",
    "y24", "z25", "a26", "b27", "c28", "d29", "e30", "f31",
    "g32", "h33", "i34", "j35", "k36", "l37", "m38", "n39",
    "o40", "p41", "q42", "r43", "s44", "t45", "u46", "v47",
};

static const char *const *rest(const char *const *from) { return from + 8; }

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint() % 40;
    const char *text = rest(table)[i];
    __VERIFIER_assert(text[0] >= 'a' && text[0] <= 'z');
    return 0;
}
