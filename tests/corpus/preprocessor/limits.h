#define LIMIT 10
static int below(int x) { return x < LIMIT; }
