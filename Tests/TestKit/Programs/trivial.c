// A provider that does as little as possible: every thumbnail is 16 by 16 grey pixels.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  static char line[70000];
  static unsigned char pixels[256];
  memset(pixels, 0x80, sizeof pixels);
  while (fgets(line, sizeof line, stdin)) {
    if (strstr(line, "\"hello\"")) {
      puts("{\"type\":\"hello\",\"protocol\":1,\"provider\":\"org.example.trivial\",\"version\":\"1\","
           "\"capabilities\":[\"thumbnail\"]}");
    } else if (strstr(line, "\"thumbnail\"")) {
      char *id = strstr(line, "\"id\":"), *output = strstr(line, "\"output\"");
      char *path = output ? strstr(output, "\"path\"") : NULL;
      if (!id || !path || !(path = strchr(path + 6, '"'))) return 1;
      char *end = strchr(++path, '"');
      if (!end) return 1;
      long number = strtol(id + 5, NULL, 10);
      *end = 0;
      FILE *file = fopen(path, "wb");
      if (!file || fwrite(pixels, 1, sizeof pixels, file) != sizeof pixels || fclose(file)) return 1;
      printf("{\"type\":\"reply\",\"id\":%ld,\"pixels\":{\"format\":\"gray8\",\"width\":16,\"height\":16,\"stride\":16}}\n",
             number);
    } else if (strstr(line, "\"shutdown\"")) {
      return 0;
    }
    fflush(stdout);
  }
  return 0;
}
