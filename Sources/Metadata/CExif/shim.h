#include <libexif/exif-data.h>
#include <libexif/exif-tag.h>
