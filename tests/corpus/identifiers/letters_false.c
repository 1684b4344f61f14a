// expect: FALSE
// why: both ways to write a letter name one variable

extern void reach_error(void);

int prix_$ = 1;
int été = 2;
int $;

int main(void) {
    int 名前 = 4, a$1 = 8;
    \u00e9t\U000000e9++;
    $ = prix_$ + été + 名前 + a$1;
    if ($ != 15) reach_error();
    return 0;
}
