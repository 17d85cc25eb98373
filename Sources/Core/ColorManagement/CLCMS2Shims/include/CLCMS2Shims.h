#ifndef CAMEO_CLCMS2_SHIMS_H
#define CAMEO_CLCMS2_SHIMS_H

#include <stddef.h>
#include <stdint.h>

/// A context of lcms2. One thread at a time may use it and the objects that are made in it.
typedef struct lcms_shim_context lcms_shim_context;

/// A context whose errors are not printed; null without memory. C: `cmsCreateContext`.
lcms_shim_context *lcms_shim_context_create(void);
/// Frees a context; its profiles and transforms must be gone. C: `cmsDeleteContext`.
void lcms_shim_context_free(lcms_shim_context *context);
/// Colour spaces that the functions below distinguish.
typedef enum {
  lcms_shim_other = 0,
  lcms_shim_gray = 1,
  lcms_shim_rgb = 2,
  lcms_shim_cmyk = 3,
  lcms_shim_lab = 4
} lcms_shim_space;

/// Profiles are opaque; all functions that make one return null on failure.
typedef void lcms_shim_profile;

/// Opens a profile over a copy of its bytes. C: `cmsOpenProfileFromMemTHR`.
lcms_shim_profile *lcms_shim_profile_open(lcms_shim_context *context, const uint8_t *bytes, size_t size);
/// How samples become light: by a power, by the curve of sRGB if `gamma` is 0, or by `count` values over 0...1 in
/// `table` unless it is null.
typedef struct {
  double gamma;
  const float *table;
  uint32_t count;
} lcms_shim_curve;
/// RGB with the white point and primaries (x and y of white, red, green, blue) of `chromaticities` and a curve.
/// C: `cmsCreateRGBProfileTHR`.
lcms_shim_profile *lcms_shim_profile_rgb(lcms_shim_context *context, const double chromaticities[8],
                                         lcms_shim_curve curve, const char *description);
/// Gray with the white point D50 and a curve. C: `cmsCreateGrayProfileTHR`.
lcms_shim_profile *lcms_shim_profile_gray(lcms_shim_context *context, lcms_shim_curve curve, const char *description);
/// CIELab relative to D50. C: `cmsCreateLab4ProfileTHR`.
lcms_shim_profile *lcms_shim_profile_lab(lcms_shim_context *context);
/// C: `cmsCloseProfile`.
void lcms_shim_profile_close(lcms_shim_profile *profile);

/// C: `cmsGetColorSpace`.
lcms_shim_space lcms_shim_profile_space(lcms_shim_profile *profile);
/// The matrix and curves of an RGB profile that has nothing else. `matrix` turns the light of red, green and blue into
/// XYZ relative to D50 (by rows); `curves` holds three tables of `count` values over 0...1. Returns 1 on success. C:
/// `cmsIsMatrixShaper`, `cmsIsCLUT`, `cmsReadTag`, `cmsEvalToneCurveFloat`.
int lcms_shim_profile_matrix(lcms_shim_profile *profile, double matrix[9], float *curves, size_t count);
/// Writes the profile's description (UTF-8, ended by 0, cut to `size`) and returns its length in bytes; 0 if there is
/// none. C: `cmsGetProfileInfo`.
size_t lcms_shim_profile_description(lcms_shim_profile *profile, char *text, size_t size);
/// Serialises a profile. With null `bytes` only `*size` is set; otherwise `*size` is the capacity. Returns 1 on
/// success. C: `cmsSaveProfileToMem`.
int lcms_shim_profile_save(lcms_shim_profile *profile, uint8_t *bytes, uint32_t *size);

/// The type of a sample.
typedef enum { lcms_shim_uint8 = 1, lcms_shim_uint16 = 2, lcms_shim_float32 = 4 } lcms_shim_component;

/// Interleaved pixels; alpha, where there is one, is last and copied.
typedef struct {
  lcms_shim_space space;
  lcms_shim_component component;
  int has_alpha;
} lcms_shim_format;

typedef void lcms_shim_transform;

/// A transform with perceptual intent and black point compensation; null on failure. `precise` keeps the library from
/// replacing the calculation by tables. C: `cmsCreateTransformTHR`.
lcms_shim_transform *lcms_shim_transform_create(lcms_shim_context *context, lcms_shim_profile *source,
                                                lcms_shim_format source_format, lcms_shim_profile *destination,
                                                lcms_shim_format destination_format, int precise);
/// C: `cmsDeleteTransform`.
void lcms_shim_transform_free(lcms_shim_transform *transform);
/// Transforms pixels. C: `cmsDoTransform`.
void lcms_shim_transform_apply(lcms_shim_transform *transform, const void *source, void *destination, uint32_t pixels);

#endif
