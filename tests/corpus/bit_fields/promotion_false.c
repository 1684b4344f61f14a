// expect: FALSE
// why: a bit-field as wide as int stays unsigned, so that -1 is the greatest number

extern void reach_error(void);

struct fields {
    unsigned narrow : 32;
    unsigned full : 32;
};

int main(void)
{
    struct fields x = {5, 5};
    if (!(x.narrow > -1) || !((0, x.narrow) > -1) || !((0, (0, x.narrow)) > -1))
        reach_error();
    if (!((x.narrow = 5) > -1) || !((x.narrow += 1) > -1) || !((0, (x.narrow = 7)) > -1))
        reach_error();
    if (!(++x.narrow > -1) || !(x.narrow++ > -1) || !(({ x.narrow; }) > -1))
        reach_error();
    if ((0, x.full) > -1 || (x.full = 5) > -1 || ++x.full > -1)
        reach_error();
    return 0;
}
