#ifndef CONFIG_MAX
#define CONFIG_MAX 4
#endif
