// expect: TRUE
// why: structs inside structs inside arrays

extern void __VERIFIER_assert(int);

struct inner { char c; int n[2]; };
struct outer { struct inner in[2]; int last; };
int main(void)
{
    struct outer o = { { { 'a', { 1, 2 } }, { 'b', { 3, 4 } } }, 5 };
    o.in[1].n[0] += o.last;
    __VERIFIER_assert(o.in[1].n[0] == 8 && o.in[0].n[1] == 2 && o.in[1].c == 'b');
    return 0;
}
