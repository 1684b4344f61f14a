// expect: UNKNOWN: #pragma GCC target
// native: skip
// why: the same for all functions behind a pragma
#pragma GCC target("arch=haswell")
extern void reach_error(void);
static double rest(double a, double b, double c) { return a * b + c; }
int main(void) {
  double a = 1.0 + 0x1p-30, square = a * a;
  if (rest(a, a, -square) != 0)
    reach_error();
  return 0;
}
