// expect: TRUE
// why: qualifiers of an array that a typedef names are those of its elements
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef int A[3];
typedef A M[2];

extern A const ca;
extern const int ca[3];
extern const int cm[2][3];
extern M const cm;

const int ca[3] = {1, 2, 3};
M const cm = {{1, 2, 3}, {4, 5, 6}};

int sum(A const a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int main(void) {
    const int *p = ca;
    if (sum(p, 3) + cm[1][2] != 12)
        reach_error();
    return 0;
}
