// expect: TRUE
// why: a compound literal outside of functions has its value before the program starts; it was made zero after that

extern void __VERIFIER_assert(int);

struct point { int x, y; };
struct shape { const char *name; const int *sides; struct point *at; };

static struct point *origin = &(struct point){3, 4};
static struct shape shapes[] = {
    {"line", (const int[]){2}, &(struct point){.y = 5}},
    {"box", (const int[]){1, 2, 1, 2}, &(struct point){7}},
};

int main(void)
{
    __VERIFIER_assert(origin->x == 3 && origin->y == 4);
    __VERIFIER_assert(shapes[1].sides[3] == 2 && shapes[0].sides[0] == 2);
    __VERIFIER_assert(shapes[0].at->x == 0 && shapes[0].at->y == 5 && shapes[1].at->x == 7);
    origin->x = 9;
    __VERIFIER_assert(origin->x == 9);
    return 0;
}
