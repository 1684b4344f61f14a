// expect: FALSE
// options: -DA_FLAG
// why: -U and -D in their order

extern void reach_error(void);

int main(void)
{
#ifdef A_FLAG
    reach_error();
#endif
    return 0;
}
