// expect: TRUE
// why: the count of a record is no address because the pointer beside it is one.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
struct vector { int *data; unsigned count; } v;
int room[5];
int main(void)
{
    v.data = room;
    for (v.count = 0; v.count < 5; v.count++)
        v.data[v.count] = (int)v.count;
    __VERIFIER_assert(room[4] == 4);
    return 0;
}
