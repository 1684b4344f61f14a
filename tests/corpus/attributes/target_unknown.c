// expect: UNKNOWN: attribute `target`
// native: skip
// why: with fused instructions a * b + c is rounded once, and is not 0 here
extern void reach_error(void);
__attribute__((target("fma"))) static double rest(double a, double b, double c) { return a * b + c; }
int main(void) {
  double a = 1.0 + 0x1p-30, square = a * a;
  if (rest(a, a, -square) != 0)
    reach_error();
  return 0;
}
