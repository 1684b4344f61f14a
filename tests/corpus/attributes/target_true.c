// expect: TRUE
// native: skip
// why: features of processors that round as C does change nothing
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
__attribute__((target("avx2,bmi"), optimize("O2"))) static int twice(int x) { return x + x; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < 100 && twice(x) != 2 * x)
    reach_error();
  return 0;
}
