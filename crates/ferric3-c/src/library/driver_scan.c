// Input: the same calls on a stream of the library and on one of the models.

#define MODEL_STREAM ((FILE *) 0x1000)
static void reset_stream(void) {
    content_at = 0;
    __library_ended[0] = __library_failed[0] = __library_finished[0] = __library_again[0] = 0;
    __library_pushed[0] = 0;
}

static void scans(const char *text) {
    static const char *const lengths[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
    static const char *const words[] = {"%s", "%3s", "%c", "%2c", "%[abc]", "%[^ ]", "%2[a-c1-3]", "%[]x-]", "%*s",
        "%*d", " ", "x", "%%", "%n", "%*[a-z]", "%*2c", "%[^]a]"};
    char format[64] = "";
    char my_text[4][64], their_text[4][64];
    for (int i = 0; i < 4; i++) {
        if (random_below(2)) {
            strcat(format, words[random_below(17)]);
        } else {
            char one[16];
            unsigned width = random_below(3) ? 0 : 1 + random_below(6);
            sprintf(one, width ? "%%%u%s%c" : "%%%.0u%s%c", width, lengths[random_below(8)], "diuxXo"[random_below(6)]);
            strcat(format, one);
        }
    }
    memset(my_text, 7, sizeof my_text), memset(their_text, 7, sizeof their_text);
    // All arguments are large enough for numbers and for text.
    errno = __library_errno = 0;
    int x = sscanf(text, format, their_text[0], their_text[1], their_text[2], their_text[3]);
    int y = model_sscanf(text, format, my_text[0], my_text[1], my_text[2], my_text[3]);
    if (x != y || memcmp(my_text, their_text, sizeof my_text) != 0 || (errno != 0 && errno != 34)) {
        if (failures++ < 20) printf("sscanf(\"%s\", \"%s\"): %d, %d; errno %d, %d\n", text, format, x, y, errno, __library_errno);
    }
}

static char *my_line, *their_line;
static size_t my_room, their_room;
static void input(void) {
    char text[32];
    unsigned n = random_below(24);
    for (unsigned i = 0; i < n; i++) text[i] = "0123 789-+xXaf\nbc%]"[random_below(19)];
    text[n] = 0;
    scans(text);
    if (random_below(8) != 0)
        return;
    content = text, content_length = (int) n;
    reset_stream();
    FILE *file = n > 0 ? fmemopen(text, n, "r") : 0;
    if (file == 0)
        return;
    for (int i = 0; i < 12; i++) {
        char mine[32], theirs[32];
        int size = (int) random_below(9), c, d;
        memset(mine, 7, sizeof mine), memset(theirs, 7, sizeof theirs);
        switch (random_below(7)) {
        case 0:
            c = fgetc(file), d = random_below(2) ? model_fgetc(MODEL_STREAM) : random_below(2) ? model_getchar() : model_getc(MODEL_STREAM);
            CHECK("fgetc", c == d);
            if (c >= 0 && random_below(2)) CHECK("ungetc", ungetc(c, file) == model_ungetc(c, MODEL_STREAM));
            break;
        case 1: {
            char *a = fgets(theirs, size + 1, file), *b = model_fgets(mine, size + 1, MODEL_STREAM);
            CHECK("fgets", (a == theirs) == (b == mine) && memcmp(mine, theirs, sizeof mine) == 0);
            break;
        }
        case 2: {
            unsigned unit = 1 + random_below(3);
            size_t a = fread(theirs, unit, size, file), b = model_fread(mine, unit, size, MODEL_STREAM);
            CHECK("fread", a == b && memcmp(mine, theirs, a * unit) == 0);
            break;
        }
        case 3: {
            c = fscanf(file, "%3s%5i", theirs, (int *) (theirs + 16)), d = model_fscanf(MODEL_STREAM, "%3s%5i", mine, (int *) (mine + 16));
            CHECK("fscanf", c == d && memcmp(mine, theirs, sizeof mine) == 0);
            break;
        }
        case 4: {
            char *a = 0, *b = 0;
            size_t room = 0, my_room = 0;
            c = (int) getline(&a, &room, file), d = (int) model_getline(&b, &my_room, MODEL_STREAM);
            CHECK("getline", c == d && (c < 0 || strcmp(a, b) == 0));
            free(a), free(b);
            break;
        }
        case 5:
            c = (int) getdelim(&their_line, &their_room, '8', file), d = (int) model_getdelim(&my_line, &my_room, '8', MODEL_STREAM);
            CHECK("getdelim", c == d && (c < 0 || strcmp(my_line, their_line) == 0));
            break;
        default:
            CHECK("feof", !feof(file) == !model_feof(MODEL_STREAM) && !ferror(file) == !model_ferror(MODEL_STREAM));
        }
    }
    fclose(file);
}
