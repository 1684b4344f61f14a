// <stdio.h>: input from streams. The bytes of a stream are inputs, and it ends anywhere. Streams have
// numbers: 0 is stdin, 1 is stdout, 2 is stderr, and files follow in the order of their opening; the
// addresses of streams are those that the lowering gives to the first three (lower/start.rs).
//
// What is read for the second time has been known since the first time, and so has what is in a
// file that was written, or opened before. Such bytes are known only roughly: no violation rests on
// one.

// A number that is known, only not here.
long __library_known_number(void);
__library_offset __library_known_offset(void);

// Does a stream have the flag that its end was read?
static unsigned char __library_ended[16];

// Does it have the flag of an error?
static unsigned char __library_failed[16];

// Is it at its end?
static unsigned char __library_finished[16];

// Are its next bytes known, only not here?
static unsigned char __library_again[16];

// Was it read, so that more may be read than was asked for?
static unsigned char __library_buffered[16];

// One more than the character that was put back; 0 if there is none.
static short __library_pushed[16];

// How many files were opened.
static int __library_opened;

// The number of a stream. It is not computed from the address: what a number is computed from, it may
// be the address of.
int __library_stream(struct _IO_FILE *file) {
    if (file == (struct _IO_FILE *) 0x1000)
        return 0;
    if (file == (struct _IO_FILE *) 0x1010)
        return 1;
    if (file == (struct _IO_FILE *) 0x1020)
        return 2;
    if (file == (struct _IO_FILE *) 0x1030)
        return 3;
    if (file == (struct _IO_FILE *) 0x1040)
        return 4;
    if (file == (struct _IO_FILE *) 0x1050)
        return 5;
    if (file == (struct _IO_FILE *) 0x1060)
        return 6;
    if (file == (struct _IO_FILE *) 0x1070)
        return 7;
    if (file == (struct _IO_FILE *) 0x1080)
        return 8;
    if (file == (struct _IO_FILE *) 0x1090)
        return 9;
    if (file == (struct _IO_FILE *) 0x10a0)
        return 10;
    if (file == (struct _IO_FILE *) 0x10b0)
        return 11;
    if (file == (struct _IO_FILE *) 0x10c0)
        return 12;
    if (file == (struct _IO_FILE *) 0x10d0)
        return 13;
    if (file == (struct _IO_FILE *) 0x10e0)
        return 14;
    if (file == (struct _IO_FILE *) 0x10f0)
        return 15;
    __library_no_model_of_this_stream();
    return 0;
}

// An error of the environment: -1.
int __library_error(void) {
    __library_disturb_errno(__library_error_number());
    return -1;
}

// The next byte, or -1 at the end.
int __library_byte(int is_known) {
    int c;
    if (!is_known)
        return __library_next_byte();
    c = (int) __library_known_number();
    __library_assume(c >= -1 && c <= 255);
    return c;
}

// The next character: -1 at the end, -2 after an error.
int __library_get(int stream) {
    int c = __library_pushed[stream];
    if (c != 0) {
        __library_pushed[stream] = 0;
        return c - 1;
    }
    if (__library_finished[stream]) {
        __library_ended[stream] = 1;
        return -1;
    }
    __library_buffered[stream] = 1;
    c = __library_byte(__library_again[stream] || stream == 1 || stream == 2);
    if (c >= 0)
        return c;
    if (__library_may_fail()) {
        __library_failed[stream] = 1;
        __library_error();
        return -2;
    }
    __library_finished[stream] = 1;
    __library_ended[stream] = 1;
    return -1;
}

int getchar(void) {
    int c = __library_get(0);
    return c < 0 ? -1 : c;
}

int getchar_unlocked(void) {
    int c = __library_get(0);
    return c < 0 ? -1 : c;
}

int fgetc(struct _IO_FILE *file) {
    int c = __library_get(__library_stream(file));
    return c < 0 ? -1 : c;
}

int fgetc_unlocked(struct _IO_FILE *file) {
    int c = __library_get(__library_stream(file));
    return c < 0 ? -1 : c;
}

int getc(struct _IO_FILE *file) {
    int c = __library_get(__library_stream(file));
    return c < 0 ? -1 : c;
}

int getc_unlocked(struct _IO_FILE *file) {
    int c = __library_get(__library_stream(file));
    return c < 0 ? -1 : c;
}

// One character can be put back for sure; of more, some systems take none.
int ungetc(int c, struct _IO_FILE *file) {
    int stream = __library_stream(file);
    if (c == -1)
        return -1;
    if (__library_pushed[stream] != 0)
        __library_no_model_of_a_second_ungetc();
    __library_pushed[stream] = (short) ((unsigned char) c + 1);
    __library_ended[stream] = 0;
    return (unsigned char) c;
}

char *__library_get_line(char *s, int n, int stream) {
    int i = 0;
    if (n <= 0)
        return 0;
    while (i < n - 1) {
        int c = __library_get(stream);
        if (c == -2 || (c == -1 && i == 0))
            return 0;
        if (c == -1)
            break;
        s[i++] = (char) c;
        if (c == '\n')
            break;
    }
    s[i] = 0;
    return s;
}

char *fgets(char *s, int n, struct _IO_FILE *file) {
    return __library_get_line(s, n, __library_stream(file));
}

char *fgets_unlocked(char *s, int n, struct _IO_FILE *file) {
    return __library_get_line(s, n, __library_stream(file));
}

char *gets(char *s) {
    __library_size i = 0;
    for (;;) {
        int c = __library_get(0);
        if (c == -2 || (c == -1 && i == 0))
            return 0;
        if (c == -1 || c == '\n')
            break;
        s[i++] = (char) c;
    }
    s[i] = 0;
    return s;
}

__library_size __library_get_block(char *to, __library_size size, __library_size n, int stream) {
    __library_size bytes = size * n;
    __library_size i = 0;
    if (bytes == 0)
        return 0;
    for (; i < bytes; i++) {
        int c = __library_get(stream);
        if (c < 0)
            return i / size;
        to[i] = (char) c;
    }
    return n;
}

__library_size fread(void *to, __library_size size, __library_size n, struct _IO_FILE *file) {
    return __library_get_block(to, size, n, __library_stream(file));
}

__library_size fread_unlocked(void *to, __library_size size, __library_size n, struct _IO_FILE *file) {
    return __library_get_block(to, size, n, __library_stream(file));
}

// The first file that is opened only to be read has any contents. Others may be the same one.
struct _IO_FILE *__library_open(const char *mode) {
    int stream = __library_opened + 3;
    int reads = mode[0] == 'r' && mode[1] != '+' && (mode[1] == 0 || mode[2] != '+');
    if (__library_may_fail()) {
        __library_error();
        return 0;
    }
    if (stream > 15)
        __library_no_model_of_more_than_thirteen_files();
    __library_opened++;
    __library_again[stream] = stream > 3 || !reads;
    return (struct _IO_FILE *) (0x1000 + 16 * (__library_size) stream);
}

struct _IO_FILE *fopen(const char *path, const char *mode) {
    return __library_open(mode);
}

struct _IO_FILE *fopen64(const char *path, const char *mode) {
    return __library_open(mode);
}

// The stream begins anew, with another file.
struct _IO_FILE *__library_reopen(const char *mode, struct _IO_FILE *file) {
    int stream = __library_stream(file);
    int reads = mode[0] == 'r' && mode[1] != '+' && (mode[1] == 0 || mode[2] != '+');
    __library_pushed[stream] = 0;
    __library_ended[stream] = 0;
    __library_failed[stream] = 0;
    __library_finished[stream] = 0;
    __library_again[stream] = __library_opened > 0 || !reads;
    if (__library_may_fail()) {
        __library_error();
        return 0;
    }
    __library_opened++;
    return file;
}

struct _IO_FILE *freopen(const char *path, const char *mode, struct _IO_FILE *file) {
    return __library_reopen(mode, file);
}

struct _IO_FILE *freopen64(const char *path, const char *mode, struct _IO_FILE *file) {
    return __library_reopen(mode, file);
}

int fclose(struct _IO_FILE *file) {
    __library_stream(file);
    return __library_may_fail() ? __library_error() : 0;
}

int feof(struct _IO_FILE *file) {
    return __library_ended[__library_stream(file)];
}

int feof_unlocked(struct _IO_FILE *file) {
    return __library_ended[__library_stream(file)];
}

int ferror(struct _IO_FILE *file) {
    return __library_failed[__library_stream(file)];
}

int ferror_unlocked(struct _IO_FILE *file) {
    return __library_failed[__library_stream(file)];
}

// A terminal may go on behind its end, a file does not.
void clearerr(struct _IO_FILE *file) {
    int stream = __library_stream(file);
    __library_ended[stream] = 0;
    __library_failed[stream] = 0;
    if (__library_finished[stream]) {
        __library_finished[stream] = 0;
        __library_again[stream] = 1;
    }
}

int __library_move(int stream) {
    __library_again[stream] = 1;
    if (__library_may_fail())
        return __library_error();
    __library_pushed[stream] = 0;
    __library_ended[stream] = 0;
    __library_finished[stream] = 0;
    return 0;
}

int fseek(struct _IO_FILE *file, long offset, int from) {
    return __library_move(__library_stream(file));
}

int fseeko(struct _IO_FILE *file, long offset, int from) {
    return __library_move(__library_stream(file));
}

int fseeko64(struct _IO_FILE *file, __library_offset offset, int from) {
    return __library_move(__library_stream(file));
}

void rewind(struct _IO_FILE *file) {
    int stream = __library_stream(file);
    __library_move(stream);
    __library_failed[stream] = 0;
}

// Where a stream is; how long a file is.
long ftell(struct _IO_FILE *file) {
    long position = __library_known_number();
    __library_stream(file);
    if (__library_may_fail())
        return __library_error();
    __library_assume(position >= 0);
    return position;
}
