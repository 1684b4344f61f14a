// expect: FALSE
// why: an error in the first statement

extern void reach_error(void);

int main(void)
{
    reach_error();
    return 0;
}
