#include "CLCMS2Shims.h"

#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

struct lcms_shim_context {
  cmsContext lcms;
};

lcms_shim_context *lcms_shim_context_create(void) {
  lcms_shim_context *context = calloc(1, sizeof *context);
  if (context == NULL) return NULL;
  context->lcms = cmsCreateContext(NULL, context);
  if (context->lcms == NULL) {
    free(context);
    return NULL;
  }
  return context;
}

void lcms_shim_context_free(lcms_shim_context *context) {
  if (context == NULL) return;
  cmsDeleteContext(context->lcms);
  free(context);
}

lcms_shim_profile *lcms_shim_profile_open(lcms_shim_context *context, const uint8_t *bytes, size_t size) {
  if (size > UINT32_MAX) return NULL;
  return cmsOpenProfileFromMemTHR(context->lcms, bytes, (cmsUInt32Number)size);
}

/// A table, a power if `gamma` is positive, or the curve of sRGB (IEC 61966-2-1) as function type 3 of ICC.1:2010,
/// table 65.
static cmsToneCurve *tone_curve(cmsContext lcms, lcms_shim_curve curve) {
  if (curve.table != NULL) return cmsBuildTabulatedToneCurveFloat(lcms, curve.count, curve.table);
  if (curve.gamma > 0) return cmsBuildGamma(lcms, curve.gamma);
  const cmsFloat64Number parameters[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  return cmsBuildParametricToneCurve(lcms, 4, parameters);
}

/// Replaces the texts that the library writes into its profiles.
static void set_text(cmsContext lcms, cmsHPROFILE profile, cmsTagSignature tag, const char *text) {
  cmsMLU *texts = cmsMLUalloc(lcms, 1);
  if (texts == NULL) return;
  if (cmsMLUsetASCII(texts, "en", "US", text)) cmsWriteTag(profile, tag, texts);
  cmsMLUfree(texts);
}

static void label(cmsContext lcms, cmsHPROFILE profile, const char *description) {
  set_text(lcms, profile, cmsSigProfileDescriptionTag, description);
  set_text(lcms, profile, cmsSigCopyrightTag, "No copyright, use freely");
}

lcms_shim_profile *lcms_shim_profile_rgb(lcms_shim_context *context, const double c[8], lcms_shim_curve tones,
                                         const char *description) {
  cmsToneCurve *curve = tone_curve(context->lcms, tones);
  if (curve == NULL) return NULL;
  cmsToneCurve *curves[3] = {curve, curve, curve};
  const cmsCIExyY white = {c[0], c[1], 1};
  const cmsCIExyYTRIPLE primaries = {{c[2], c[3], 1}, {c[4], c[5], 1}, {c[6], c[7], 1}};
  cmsHPROFILE profile = cmsCreateRGBProfileTHR(context->lcms, &white, &primaries, curves);
  cmsFreeToneCurve(curve);
  if (profile != NULL) label(context->lcms, profile, description);
  return profile;
}

lcms_shim_profile *lcms_shim_profile_gray(lcms_shim_context *context, lcms_shim_curve tones, const char *description) {
  cmsToneCurve *curve = tone_curve(context->lcms, tones);
  if (curve == NULL) return NULL;
  cmsHPROFILE profile = cmsCreateGrayProfileTHR(context->lcms, cmsD50_xyY(), curve);
  cmsFreeToneCurve(curve);
  if (profile != NULL) label(context->lcms, profile, description);
  return profile;
}

lcms_shim_profile *lcms_shim_profile_lab(lcms_shim_context *context) {
  return cmsCreateLab4ProfileTHR(context->lcms, NULL);
}

void lcms_shim_profile_close(lcms_shim_profile *profile) {
  if (profile != NULL) cmsCloseProfile(profile);
}

lcms_shim_space lcms_shim_profile_space(lcms_shim_profile *profile) {
  switch (cmsGetColorSpace(profile)) {
    case cmsSigGrayData: return lcms_shim_gray;
    case cmsSigRgbData: return lcms_shim_rgb;
    case cmsSigCmykData: return lcms_shim_cmyk;
    case cmsSigLabData: return lcms_shim_lab;
    default: return lcms_shim_other;
  }
}

static int is_matrix(lcms_shim_profile *profile) {
  return cmsIsMatrixShaper(profile) && !cmsIsCLUT(profile, INTENT_PERCEPTUAL, LCMS_USED_AS_INPUT);
}

int lcms_shim_profile_matrix(lcms_shim_profile *profile, double matrix[9], float *curves, size_t count) {
  static const cmsTagSignature colorants[3] = {cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
  static const cmsTagSignature tones[3] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
  if (count < 2 || cmsGetColorSpace(profile) != cmsSigRgbData || cmsGetPCS(profile) != cmsSigXYZData ||
      !is_matrix(profile)) {
    return 0;
  }
  for (int i = 0; i < 3; i++) {
    const cmsCIEXYZ *color = cmsReadTag(profile, colorants[i]);
    const cmsToneCurve *tone = cmsReadTag(profile, tones[i]);
    if (color == NULL || tone == NULL) return 0;
    matrix[i] = color->X;
    matrix[3 + i] = color->Y;
    matrix[6 + i] = color->Z;
    for (size_t k = 0; k < count; k++) {
      curves[(size_t)i * count + k] = cmsEvalToneCurveFloat(tone, (float)k / (float)(count - 1));
    }
  }
  return 1;
}

/// Appends a code point as UTF-8 if it and the final 0 fit.
static size_t append(char *text, size_t size, size_t length, uint32_t c) {
  unsigned char bytes[4];
  size_t count;
  if (c < 0x80) {
    bytes[0] = (unsigned char)c;
    count = 1;
  } else if (c < 0x800) {
    bytes[0] = (unsigned char)(0xC0 | c >> 6);
    bytes[1] = (unsigned char)(0x80 | (c & 0x3F));
    count = 2;
  } else if (c < 0x10000) {
    bytes[0] = (unsigned char)(0xE0 | c >> 12);
    bytes[1] = (unsigned char)(0x80 | (c >> 6 & 0x3F));
    bytes[2] = (unsigned char)(0x80 | (c & 0x3F));
    count = 3;
  } else {
    bytes[0] = (unsigned char)(0xF0 | (c >> 18 & 7));
    bytes[1] = (unsigned char)(0x80 | (c >> 12 & 0x3F));
    bytes[2] = (unsigned char)(0x80 | (c >> 6 & 0x3F));
    bytes[3] = (unsigned char)(0x80 | (c & 0x3F));
    count = 4;
  }
  if (length + count >= size) return length;
  memcpy(text + length, bytes, count);
  return length + count;
}

size_t lcms_shim_profile_description(lcms_shim_profile *profile, char *text, size_t size) {
  wchar_t wide[256];
  if (size == 0) return 0;
  text[0] = 0;
  memset(wide, 0, sizeof wide);
  if (cmsGetProfileInfo(profile, cmsInfoDescription, "en", "US", wide, sizeof wide) == 0) return 0;
  size_t length = 0;
  for (size_t i = 0; i < 255 && wide[i] != 0; i++) {
    uint32_t c = (uint32_t)wide[i];
    // The library returns UTF-16 in wide characters.
    if (c >= 0xD800 && c < 0xDC00 && (uint32_t)wide[i + 1] >= 0xDC00 && (uint32_t)wide[i + 1] < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + ((uint32_t)wide[++i] - 0xDC00);
    }
    length = append(text, size, length, c);
  }
  text[length] = 0;
  return length;
}

int lcms_shim_profile_save(lcms_shim_profile *profile, uint8_t *bytes, uint32_t *size) {
  cmsUInt32Number count = *size;
  if (!cmsSaveProfileToMem(profile, bytes, &count)) return 0;
  *size = count;
  return 1;
}

static cmsUInt32Number pixel_type(lcms_shim_format format) {
  cmsUInt32Number space, channels;
  switch (format.space) {
    case lcms_shim_gray: space = PT_GRAY, channels = 1; break;
    case lcms_shim_rgb: space = PT_RGB, channels = 3; break;
    case lcms_shim_cmyk: space = PT_CMYK, channels = 4; break;
    case lcms_shim_lab: space = PT_Lab, channels = 3; break;
    default: return 0;
  }
  cmsUInt32Number type = COLORSPACE_SH(space) | CHANNELS_SH(channels) | BYTES_SH((cmsUInt32Number)format.component);
  if (format.component == lcms_shim_float32) type |= FLOAT_SH(1);
  if (format.has_alpha) type |= EXTRA_SH(1);
  return type;
}

lcms_shim_transform *lcms_shim_transform_create(lcms_shim_context *context, lcms_shim_profile *source,
                                                lcms_shim_format source_format, lcms_shim_profile *destination,
                                                lcms_shim_format destination_format, int precise) {
  cmsUInt32Number flags = cmsFLAGS_BLACKPOINTCOMPENSATION;
  if (source_format.has_alpha && destination_format.has_alpha) flags |= cmsFLAGS_COPY_ALPHA;
  if (precise) flags |= cmsFLAGS_NOOPTIMIZE;
  return cmsCreateTransformTHR(context->lcms, source, pixel_type(source_format), destination,
                               pixel_type(destination_format), INTENT_PERCEPTUAL, flags);
}

void lcms_shim_transform_free(lcms_shim_transform *transform) {
  if (transform != NULL) cmsDeleteTransform(transform);
}

void lcms_shim_transform_apply(lcms_shim_transform *transform, const void *source, void *destination, uint32_t pixels) {
  cmsDoTransform(transform, source, destination, pixels);
}
