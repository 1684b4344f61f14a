// expect: TRUE
// why: GNU C has `$` in names, and letters by themselves or by their numbers

extern void reach_error(void);

int prix_$ = 1;
int été = 2;
int $;

int main(void) {
    int 名前 = 4, a$1 = 8;
    \u00e9t\U000000e9++;
    $ = prix_$ + été + 名前 + a$1;
    if ($ != 16) reach_error();
    return 0;
}
