// expect: FALSE
// why: a table of distances from a label: no relocations at load time

extern void __VERIFIER_assert(int);

int main(void)
{
    static const int distance[] = { &&first - &&base, &&second - &&base, &&third - &&base };
    int at = 0, trace = 0;
base:
    goto *(&&base + distance[at]);
first:
    trace = trace * 10 + 1;
    at = 2;
    goto *(&&base + distance[at]);
second:
    trace = trace * 10 + 2;
    __VERIFIER_assert(trace == 123);
    return 0;
third:
    trace = trace * 10 + 3;
    at = 1;
    goto *(&&base + distance[at]);
}
