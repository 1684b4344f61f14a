// expect: FALSE
// why: the address of a label can be jumped to where it is taken

extern void reach_error(void);

int main(void) {
    goto *&&in;
in:
    reach_error();

    return 0;
}
