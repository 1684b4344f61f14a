// expect: TRUE
// why: the address of a label can be jumped to where it is taken

extern void reach_error(void);

int main(void) {
    goto *&&over;
    reach_error();
over:
    return 0;
}
