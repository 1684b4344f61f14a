// expect: TRUE
// why: the preprocessor of GCC writes letters by their numbers

#define ONE 1
extern void reach_error(void);

int prix_$ = ONE;
int été = 2;
int $;

int main(void) {
    int 名前 = 4, a$1 = 8;
    \u00e9t\U000000e9++;
    $ = prix_$ + été + 名前 + a$1;
    if ($ != 16) reach_error();
    return 0;
}
