/* A state chart of a door. Nobody may open it while it is locked, so `ALARM`, which asks for both, is
 * never entered, and all behind it is dead. */
// entry: step
#include <stdint.h>

enum { CLOSED, OPENING, OPEN, CLOSING, ALARM };

uint8_t request; /* 1: open, 2: close, 3: lock, 4: unlock */
uint8_t motor;
static uint8_t mode = CLOSED;
static uint8_t position;
static _Bool locked;
static uint8_t alarms;

static void during_closed(void) {
    if (request == 3)
        locked = 1;
    else if (request == 4)
        locked = 0;
    if (request == 1 && !locked)
        mode = OPENING;
}

void step(void) {
    motor = 0;
    switch (mode) {
    case CLOSED:
        during_closed();
        break;
    case OPENING:
        motor = 1;
        if (locked && position > 0) {
            mode = ALARM;
            alarms = 1;
        } else if (++position == 10) {
            mode = OPEN;
        }
        break;
    case OPEN:
        if (request == 2)
            mode = CLOSING;
        break;
    case CLOSING:
        motor = 2;
        if (request == 1)
            mode = OPENING;
        else if (--position == 0)
            mode = CLOSED;
        break;
    case ALARM:
        if (request == 4) {
            alarms = 0;
            mode = CLOSING;
        }
        break;
    }
    if (alarms)
        motor = 3;
}
