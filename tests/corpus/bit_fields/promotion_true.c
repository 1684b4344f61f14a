// expect: TRUE
// why: a comma, an assignment and a step hid that a narrow bit-field is promoted to int (csmith)

extern void reach_error(void);

struct fields {
    unsigned narrow : 26;
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
