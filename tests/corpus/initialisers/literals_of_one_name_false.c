// expect: FALSE
// why: compound literals of several types stand in one line of the trace, which took them for one array

extern void __VERIFIER_assert(int);

int *whole = (int[]){1, 2}; double *real = (double[]){1.5, 2.5};

int main(void)
{
    __VERIFIER_assert(whole[1] != 2 || real[1] != 2.5);
    return 0;
}
