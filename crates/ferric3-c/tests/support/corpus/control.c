// Statements of every kind.
extern int __VERIFIER_nondet_int(void);
int classify(int n) {
    switch (n & 3) {
    case 0: return 10;
    case 1:
    case 2: n++; /* falls through */
    default: break;
    }
    return n > 5 ? -1 : n < 0 ? 1 : 0;
}
int main(void) {
    int x = __VERIFIER_nondet_int(), sum = 0;
    if (x < 0) x = -x; else if (x == 0) { x = 1; } else ;
    for (int i = 0; i < 10 && i != x; i++) { if (i == 3) continue; sum += i; }
    while (sum > 3) { sum -= 2; if (sum == 5) goto out; }
    do { int x = 2; sum += x--; } while (sum < 0);
out:
    { { ; } }
    return classify(sum) + x;
}
