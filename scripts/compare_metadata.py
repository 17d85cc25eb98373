"""Compares imgmeta's values with ExifTool's over a tree of files. Run by scripts/compare-metadata, which says what the options are.

A value of ours and one of ExifTool's belong together by the tables GROUPS and NAMES. They agree when they are equal: fractions by
their exact value, rounded as ExifTool rounds it, other numbers to 1e-9, texts by their characters. FORMS lists equal
values in another form. EXPLAINED lists differences that have a reason, with the side that is right and the clause that
makes it so. Every other difference is a disagreement."""

import argparse
import base64
import json
import math
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path

SUFFIXES = {".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".gif", ".heic", ".heif", ".hif", ".avif", ".bmp", ".ico", ".cur", ".jp2", ".j2k",
            ".dng", ".nef", ".cr2", ".cr3", ".arw", ".orf", ".rw2", ".pef", ".raf", ".jxl"}

# Our groups, and their names in ExifTool (family 1). A TIFF page that is not the first is handled in `groups`.
GROUPS = {"IFD0": "IFD0", "IFD1": "IFD1", "IFD2": "IFD2", "Exif": "ExifIFD", "GPS": "GPS", "Interop": "InteropIFD", "JFIF": "JFIF"}

# Our groups whose properties may be in one of several groups of ExifTool.
FAMILIES = {"ICC": r"ICC[-_].*", "PNG": r"PNG(-.*)?", "IPTC": r"IPTC\d*", "Photoshop": r"Photoshop", "Adobe": r"Adobe", "XMP": r"XMP-.*"}

# Properties in these groups of ExifTool that we have in other groups or only on demand.
FAMILIES_ALONE = [
    (r"PNG:(ImageWidth|ImageHeight|BitDepth|ColorType|Compression|Filter|Interlace|Palette|Transparency|BackgroundColor|SignificantBits|SuggestedPalette)",
     "the header is in Image"),
    (r"PNG:(ProfileName|ICC_Profile|XMP)", "the name is in Image; the block itself is a group"),
    (r"PNG-pHYs:.*", "the resolution is in Image, in dots per inch"),
    (r"ICC-header:(ProfileCMMType|ProfileFileSignature|PrimaryPlatform|CMMFlags|Device.*|ConnectionSpaceIlluminant|ProfileCreator|ProfileID)",
     "not shown"),
    (r"ICC_Profile:(?!ProfileDescription$|ProfileCopyright$).*|ICC-(?!header).*", "tags of the profile are listed on demand"),
    (r"ICC[-_]\w*2:.*", "a second profile; the first is shown"),
    (r"IPTC\d+:.*", "a second block; the first is shown"),
    (r"Adobe:(DCTEncodeVersion|APP14Flags.)", "flags of the encoder"),
]


# Names of XMP that ExifTool changes.
XMP_NAMES = {
    "exif:PixelXDimension": "exif:ExifImageWidth", "exif:PixelYDimension": "exif:ExifImageHeight", "exif:ISOSpeedRatings": "exif:ISO",
    "exif:ExposureBiasValue": "exif:ExposureCompensation", "exif:GPSTimeStamp": "exif:GPSDateTime", "tiff:ImageLength": "tiff:ImageHeight",
    "x:xmptk": "x:XMPToolkit", "x:xaptk": "x:XMPToolkit", "photoshop:ICCProfile": "photoshop:ICCProfileName",
    "hdr_metadata:ccv_primaries_xy": "hdr:CCVPrimariesXY", "hdr_metadata:ccv_white_xy": "hdr:CCVWhiteXY",
    "hdr_metadata:ccv_min_luminance_nits": "hdr:CCVMinLuminanceNits", "hdr_metadata:ccv_max_luminance_nits": "hdr:CCVMaxLuminanceNits",
    "hdr_metadata:ccv_avg_luminance_nits": "hdr:CCVAvgLuminanceNits", "hdr_metadata:scene_referred": "hdr:SceneReferred",
    "GCamera:hdrp_makernote": "GCamera:HDRPMakerNote", "GCamera:shot_log_data": "GCamera:ShotLogData",
    "crs:Temperature": "crs:ColorTemperature", "GIMP:API": "GIMP:Api",
    "plus:Version": "plus:PLUSVersion", "Iptc4xmpExt:RegistryId": "Iptc4xmpExt:RegistryID", "GImage:Mime": "GImage:ImageMimeType",
    "GImage:Data": "GImage:ImageData", "GDepth:Data": "GDepth:DepthImage",
    "exif:FocalLengthIn35mmFilm": "exif:FocalLengthIn35mmFormat", "mwg-rs:Regions": "mwg-rs:RegionInfo",
    "mwg-kw:Keywords": "mwg-kw:KeywordInfo", "MicrosoftPhoto:Rating": "MicrosoftPhoto:RatingPercent",
    "exifEX:LensSpecification": "exifEX:LensInfo", "exifEX:BodySerialNumber": "exifEX:SerialNumber",
    "exifEX:CameraOwnerName": "exifEX:OwnerName", "exifEX:InteroperabilityIndex": "exifEX:InteropIndex",
    "exifEX:Temperature": "exifEX:AmbientTemperature",
    "cell:mcc": "cell:MobileCountryCode", "cell:mnc": "cell:MobileNetworkCode", "cell:lac": "cell:LocationAreaCode",
    "cell:cellid": "cell:CellTowerID", "cell:cgi": "cell:CellGlobalID", "cell:r": "cell:CellR",
    "dwc:Event": "dwc:DCEvent", "dwc:dctermsLocation": "dwc:DCTermsLocation",
}

# Prefixes of XMP where ExifTool has its own.
PREFIXES = {"Iptc4xmpCore": "iptcCore", "Iptc4xmpExt": "iptcExt", "MicrosoftPhoto": "microsoft", "xapMM": "xmpMM", "xap": "xmp",
            "photomechanic": "photomech"}

# Tags with another name in ExifTool than in the standard.
NAMES = {
    "PixelXDimension": "ExifImageWidth", "PixelYDimension": "ExifImageHeight", "ISOSpeedRatings": "ISO", "DateTime": "ModifyDate",
    "DateTimeDigitized": "CreateDate", "ExposureBiasValue": "ExposureCompensation", "FocalLengthIn35mmFilm": "FocalLengthIn35mmFormat",
    "LensSpecification": "LensInfo", "BodySerialNumber": "SerialNumber", "CameraOwnerName": "OwnerName", "ImageLength": "ImageHeight",
    "InteroperabilityIndex": "InteropIndex", "InteroperabilityVersion": "InteropVersion", "NewSubfileType": "SubfileType",
    "SubfileType": "OldSubfileType", "OECF": "Opto-ElectricConvFactor", "Temperature": "AmbientTemperature",
    "SourceImageNumberOfCompositeImage": "CompositeImageCount",
    "SourceExposureTimesOfCompositeImage": "CompositeImageExposureTimes", "RelatedImageLength": "RelatedImageHeight",
    "NumberOfInks": "NumberofInks", "ModelPixelScale": "PixelScale", "ModelTiepoint": "ModelTiePoint",
    "ModelTransformation": "ModelTransform", "GeoKeyDirectory": "GeoTiffDirectory", "GeoDoubleParams": "GeoTiffDoubleParams",
    "GeoAsciiParams": "GeoTiffAsciiParams", "JPEGInterchangeFormatLength": "ThumbnailLength", "LensInfo": "DNGLensInfo", "PrintImageMatching": "PrintIM",
    "CameraCalibrationSignature": "CameraCalibrationSig", "ProfileCalibrationSignature": "ProfileCalibrationSig",
}

# Properties that only we have: computed from tags that are compared themselves, or blocks whose content ExifTool reads.
OURS_ALONE = {
    "ThumbnailWidth": "0 where there is none", "ThumbnailHeight": "0 where there is none", "SuggestedPalettes": "ExifTool has the palettes",
    "PrintStyleInfo": "a resource that ExifTool does not know",
    "Latitude": "computed; ExifTool has it in Composite", "Longitude": "computed; ExifTool has it in Composite",
    "Altitude": "computed; ExifTool has it in Composite", "MakerNote": "ExifTool lists its fields",
    "JPEGInterchangeFormat": "the stored value; ThumbnailOffset is compared",
    "PrintImageMatching": "a block; ExifTool lists its fields", "DNGPrivateData": "a block; ExifTool lists its fields",
    "ImageSourceData": "a block; ExifTool lists its fields", "GeoKeyDirectory": "ExifTool lists the keys in it",
    "GeoDoubleParams": "ExifTool lists the keys in it", "GeoAsciiParams": "ExifTool lists the keys in it",
    "ImageOffsetUnits": "part of ImageOffset there",
    "SubIFDs": "places of directories, which are images here", "XMLPacket": "a block", "IPTC-NAA": "a block",
    "ImageResources": "a block", "ICCProfile": "a block", "InteroperabilityPointer": "a pointer without a directory",
    "ExifIFDPointer": "a pointer without a directory", "GPSInfoIFDPointer": "a pointer without a directory",
}

OURS_ALONE_IN_IFD0 = {
    "JPEGInterchangeFormatLength": "the stored value; ExifTool has other names for it in some directories",
    "CFAPattern": "the name of TIFF/EP (ISO 12234-2); ExifTool's is CFAPattern2",
}

# Properties that only ExifTool has and that we do not need. (group, name) as patterns.
THEIRS_ALONE = [
    (r"IFD\d+", r"(Strip|Tile)(Offsets|ByteCounts)|TransferFunction|ColorMap|JPEGTables|Free(Offsets|ByteCounts)",
     "where the pixels are, and tables for them"),
    (r"IFD\d+", r"(Preview|Other|JpgFromRaw)(Image)?(Start|Length)", "ExifTool's name of StripOffsets and JPEGInterchangeFormat in some directories"),
    (r"IFD1", r"Thumbnail(Offset|Length)",
     "a thumbnail that is empty, lies outside of the block, or has no place in the file (a PNG text); JPEGInterchangeFormat has what is stored"),
    (r"IFD\d+", r"(ThumbnailImage|ThumbnailTIFF|PreviewImage|JpgFromRaw|OtherImage)", "the picture itself; --extract has it"),
    (r"JFIF", r"Thumbnail(Width|Height|TIFF|Image)", "of the JFIF thumbnail; in JFXX here"),
    (r".*", r"IPTCDigest|.*Digest", "computed by ExifTool"),
    (r"ExifIFD", r"MakerNoteUnknown.*", "the maker note, as MakerNote here"),
    (r"IFD0", r"CFAPattern2", "CFAPattern here, as in TIFF/EP (ISO 12234-2)"),
    (r"IFD0", r"PanasonicRawVersion|Sensor(Width|Height)|RawDataOffset", "tags of RW2 alone, which have numbers here"),
]


def number(value):
    """An exact number of ours, or None. Fractions without a value have the names that ExifTool gives them."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return Fraction(value) if math.isfinite(value) else None
    if isinstance(value, dict) and "denominator" in value:
        if value["denominator"] == 0:
            return "undef" if value["numerator"] == 0 else "inf"
        return Fraction(value["numerator"], value["denominator"])
    return None


def same_number(ours, theirs):
    if isinstance(ours, str):
        return ours == theirs or ours == "inf" and theirs in ("inf", "-inf")
    try:
        other = Fraction(theirs)
    except (ValueError, ZeroDivisionError):
        return False
    if ours == other:
        return True
    # ExifTool rounds a fraction to 10 digits (7 where it has 16 bits), and prints a float as far as a double holds it.
    return abs(ours - other) <= Fraction(1, 10**9) * abs(ours) or f"{float(ours):.10g}" == f"{float(other):.10g}"


def words(value):
    """A value of theirs as text."""
    return " ".join(words(part) for part in value) if isinstance(value, list) else str(value)


def same(ours, theirs):
    if isinstance(ours, list):
        parts = words(theirs).split()
        if ours == [] and parts == []:
            return True
        return len(parts) == len(ours) and all(same(one, other) for one, other in zip(ours, parts))
    exact = number(ours)
    if exact is not None:
        return same_number(exact, words(theirs))
    if isinstance(ours, dict) and "byteCount" in ours:
        binary = re.match(r"\(Binary data (\d+) bytes", words(theirs))
        if binary:
            return int(binary[1]) == ours["byteCount"]
        if "base64" in ours:
            content = base64.b64decode(ours["base64"])
            return words(theirs) in (" ".join(map(str, content)), printed(content))
        return False
    return str(ours) == words(theirs)


def is_hidden(ours, theirs):
    """ExifTool does not show long values."""
    return not isinstance(ours, dict) and re.match(r"\(Binary data \d+ bytes", words(theirs)) is not None


def printed(content):
    """Bytes as ExifTool writes them in JSON as text: up to the first NUL."""
    return content.split(b"\0")[0].decode("utf-8", "replace")


# The same value in another format: name -> (what ExifTool does, the check).

def numbers(value):
    values = value if isinstance(value, list) else [value]
    return [number(one) for one in values]


def close(one, other):
    try:
        return abs(float(one) - float(other)) <= 1e-9 * max(1, abs(float(one)))  # ExifTool prints 15 digits
    except (ValueError, TypeError, OverflowError):
        return False


def is_power(base):
    def check(ours, theirs):
        exact = number(ours)
        if not isinstance(exact, Fraction):
            return words(theirs) in (exact, "undef", "inf")
        try:
            return close(2.0 ** (float(exact) * base), words(theirs)) or abs(exact) >= 100
        except OverflowError:
            return True
    return check


def is_degrees(ours, theirs):
    parts = numbers(ours)
    text = words(theirs)
    if not parts or not isinstance(parts[0], Fraction):
        return text in ("", "undef", "inf") or text.split()[0] in ("undef", "inf")
    total = sum(float(part) / 60**index for index, part in enumerate(parts[:3]) if isinstance(part, Fraction))
    return close(total, text)


def is_time(ours, theirs):
    parts = numbers(ours)
    fields = words(theirs).split(":")
    if len(parts) != 3 or len(fields) != 3 or not all(isinstance(part, Fraction) for part in parts):
        return any(not isinstance(part, Fraction) for part in parts)
    seconds = sum(float(part) * 60 ** (2 - index) for index, part in enumerate(parts))
    return abs(seconds - sum(float(field) * 60 ** (2 - index) for index, field in enumerate(fields))) < 1e-6


def is_version(ours, theirs):
    parts = words(theirs).split()
    return len(parts) == 2 and str(ours) == f"{int(parts[0])}.{int(parts[1]):02d}"


def is_long(ours, theirs):
    return isinstance(ours, dict) and "byteCount" in ours and "base64" not in ours and len(words(theirs)) <= 4 * ours["byteCount"]


def is_hexadecimal(ours, theirs):
    """Bytes as numbers here, in digits there."""
    return isinstance(ours, list) and all(isinstance(one, int) for one in ours) and (
        "".join(f"{one:02x}" for one in ours) == words(theirs).lower())


def is_date(ours, theirs):
    """ISO 8601 (DNG) here, Exif's marks there."""
    return isinstance(ours, str) and re.sub(r"[-T]", " ", ours) == re.sub(r"[-: ]", " ", words(theirs)[:10]) + words(theirs)[10:]


FORMS = [
    (r"IFD\d+", r"RawDataUniqueID|.*Digest", is_hexadecimal, "numbers here, hexadecimal digits there"),
    (r"IFD\d+", r"PreviewDateTime", is_date, "as the file has it (DNG: ISO 8601) here"),
    (r".*", r".*", is_long, "more than 256 bytes are not in our JSON"),
    (r".*", r".*", is_hidden, "long values are not shown there"),
    (r"ExifIFD|IFD\d+", r"ShutterSpeedValue", is_power(-1), "APEX here, seconds there"),
    (r"ExifIFD|IFD\d+", r"(Max)?ApertureValue", is_power(0.5), "APEX here, f-number there"),
    (r"GPS", r"GPS(Dest)?(Latitude|Longitude)", is_degrees, "degrees, minutes, seconds here, one number there"),
    (r"GPS", r"GPSTimeStamp", is_time, "fractions here, a time there"),
    (r"JFIF", r"JFIFVersion", is_version, "1.01 here, 1 1 there"),
    (r".*", r"(Exif|Flashpix|Interop)Version", lambda ours, theirs: str(ours).rstrip("\0 ") == words(theirs).rstrip("\0 "), "text"),
]


# Values that differ for a reason: (groups, names, the check, who is right, why). The check gets both values.

def text_only(check):
    return lambda ours, theirs: isinstance(ours, str) and check(ours, words(theirs))


def is_latin1(ours, theirs):
    """Bytes that are not UTF-8: ExifTool puts question marks."""
    other = words(theirs)
    return (isinstance(ours, str) and len(ours) == len(other)
            and all(one == two or ord(one) >= 0x80 and two in "?\ufffd" for one, two in zip(ours, other)))


def is_bytes(ours, theirs):
    return isinstance(ours, dict) and "byteCount" in ours


EXPLAINED = [
    (r".*", r".*", text_only(lambda ours, theirs: ours.rstrip() == theirs.rstrip()), "ours",
     "spaces at the end of a text are part of it (TIFF 6.0, section 2: only NUL ends it); ExifTool cuts them from some tags"),
    (r".*", r".*", is_latin1, "either",
     "the text is neither ASCII nor UTF-8 (Exif 3.0, 4.6.2): it is taken as Latin-1 here, ExifTool puts question marks"),
    (r"GPS", r"GPSDateStamp", text_only(lambda ours, theirs: re.sub(r"[-/. ]", ":", ours.strip()) == theirs), "ours",
     "the text is kept; ExifTool puts colons where the writer had other marks"),
    (r"GPS", r"GPS(Dest)?(Latitude|Longitude)", lambda ours, theirs: isinstance(ours, str), "ours",
     "the type is ASCII where Exif 3.0, 4.6.7 wants RATIONAL: the text is kept; ExifTool reads digits with commas as numbers"),
    (r"ExifIFD|IFD\d+", r"(Max)?ApertureValue|ShutterSpeedValue", lambda ours, theirs: number(ours) in ("undef", "inf"), "ours",
     "n/0 has no value (Exif 3.0, 4.6.2: 0/0 is unknown); ExifTool computes with it"),
    (r"ExifIFD|IFD\d+", r"UserComment|CFAPattern|.*Version", is_bytes, "ours",
     "the bytes are not in the form of Exif 3.0, 4.6.6 (a code of eight bytes; columns, rows and their product; four digits): they stay bytes"),
    (r"ExifIFD|IFD\d+", r"UserComment", lambda ours, theirs: isinstance(ours, (int, dict, list)), "ours",
     "the type is a number's where Exif 3.0, 4.6.6 wants UNDEFINED: the number is kept; ExifTool shows its bytes as text"),
    (r"ExifIFD|IFD\d+", r"UserComment", text_only(lambda ours, theirs: theirs.upper() == ("UNICODE" + ours).upper()), "either",
     "the code is in the wrong case (Exif 3.0, 4.6.6): it counts as a code here, as text in ExifTool"),
    (r"IFD1", r"ThumbnailLength", lambda ours, theirs: number(ours) is not None and str(number(ours) + 1) == str(theirs), "either",
     "the last byte of the thumbnail lies outside the block: the bytes that exist are counted here, the stated ones there"),
    (r"IFD1", r"ThumbnailOffset|StripOffsets", lambda ours, theirs: number(ours) != number(theirs) and str(theirs).isdigit(), "ours",
     "StripOffsets is the stored value (TIFF 6.0, section 8); ThumbnailOffset counts from the beginning of the file, ExifTool's does not in PNG"),
]


def matches(row, group, name):
    return re.fullmatch(row[0], group) and re.fullmatch(row[1], name)


def judge(group, name, ours, theirs):
    """`equal`, `form` or `explained` with the reason, or `different`."""
    if same(ours, theirs):
        return "equal", None
    for row in FORMS:
        if matches(row, group, name) and row[2](ours, theirs):
            return "form", row[3]
    for row in EXPLAINED:
        if matches(row, group, name) and row[2](ours, theirs):
            return "explained", f"{row[3]}: {row[4]}"
    return "different", None


def run_exiftool(paths):
    arguments = ["exiftool", "-json", "-G1", "-a", "-u", "-n", "-struct", "-charset", "exif=UTF8", "-@", "-"]
    result = subprocess.run(arguments, input="\n".join(paths), capture_output=True, text=True, errors="replace")
    # Numbers stay as they are written: "010" and 1e3 are texts of a file as often as numbers.
    records = json.loads(result.stdout or "[]", parse_int=str, parse_float=str, parse_constant=str)
    return {record["SourceFile"]: record for record in records}


def run_imgmeta(program, paths):
    result = subprocess.run([program, "--json", "--quiet", *paths], capture_output=True)
    report = json.loads(result.stdout.decode("utf-8"))
    records = report["files"] if isinstance(report, dict) else report
    return {record.get("input", record.get("path")): record for record in records if "images" in record}


def directories(images, theirs):
    """Which directory of ExifTool's chain each of our images is: the pages come first here, whatever their order."""
    sizes = {index: (theirs.get(f"IFD{index}:ImageWidth"), theirs.get(f"IFD{index}:ImageHeight")) for index in range(1_000)
             if f"IFD{index}:ImageWidth" in theirs}
    for position, image in enumerate(images):
        own = image.get("IFD0", {})
        size = (str(own.get("ImageWidth")), str(own.get("ImageLength")))
        index = next((index for index in sizes if sizes[index] == size), position)
        sizes.pop(index, None)
        yield index


def groups(record, theirs):
    """Our groups with the names that ExifTool gives them: (our name, their name, properties)."""
    images = record.get("images", [])
    is_tiff = record.get("format") == "tiff"
    for image, index in zip(images, directories(images, theirs) if is_tiff else range(len(images))):
        for name, properties in image.items():
            if name not in GROUPS:
                continue
            if is_tiff and (index > 0 or image is not images[0]):
                # ExifTool has the other groups of later pages in its copies.
                if name == "IFD0":
                    yield name, f"IFD{index}", properties
            else:
                yield name, GROUPS[name], properties


def compare(path, ours, theirs, only, tell):
    """Tells of every value: (kind, group, name, ours, theirs, reason)."""
    sub = any(key.startswith("SubIFD") for key in theirs)
    seen = set()
    is_tiff = ours.get("format") == "tiff"
    chain = {int(key[3:key.index(":")]) for key in theirs if re.match(r"IFD\d+:", key)}
    # ExifTool counts all directories of the chain, we count images: they agree only if each directory is an image.
    has_pages = is_tiff and not sub and len(chain) == len(ours["images"])
    # Damage may prevent ExifTool from reading a directory, or a part of one.
    trouble = theirs.get("ExifTool:Warning") or theirs.get("ExifTool:Error")
    is_limited = any("--max-" in str(warning) for warning in ours.get("warnings", []))
    known = {key.partition(":")[0] for key in theirs}
    for name, group, properties in groups(ours, theirs):
        if only and name not in only:
            continue
        if is_tiff and group != "IFD0" and not has_pages:
            continue
        for tag, value in properties.items():
            plain = re.sub(r" (\d+|0x[0-9A-F]{4})$", "", tag)
            other = NAMES.get(plain, plain)
            if re.fullmatch(r"0x[0-9A-F]{4}", plain):
                other = f"{'GPS' if group == 'GPS' else 'Exif'}_0x{plain[2:].lower()}"
            key = f"{group}:{other}"
            if key in seen and plain != tag:
                continue
            reason = OURS_ALONE.get(plain) or group in ("IFD0", "IFD2") and OURS_ALONE_IN_IFD0.get(plain)
            if key not in theirs and reason:
                tell("ours alone", group, tag, value, None, reason)
                continue
            seen.add(key)
            if key not in theirs and group not in known:
                tell("ours alone", group, tag, value, None, "ExifTool reads nothing of this directory")
                continue
            if key not in theirs and trouble:
                tell("ours alone", group, tag, value, None, f"ExifTool gives up before: {trouble}")
                continue
            if key not in theirs:
                tell("only here", group, tag, value, None, None)
                continue
            kind, reason = judge(group, other, value, theirs[key])
            tell(kind, group, tag, value, theirs[key], reason)
    wanted = {GROUPS[name] for name in (only or GROUPS) if name in GROUPS}
    for key, value in theirs.items():
        group, _, name = key.partition(":")
        if group not in wanted or key in seen or not name:
            continue
        if is_tiff and not has_pages and (group != "IFD0" or ours["images"] and len(chain) > 1):
            continue
        reason = next((row[2] for row in THEIRS_ALONE if matches(row, group, name)), None)
        if is_limited:
            reason = "over a limit here, as the warning says"
        tell("theirs alone" if reason else "only there", group, name, None, value, reason)


def leaves(value):
    """The texts and numbers in a tree, by their order, without the names on the way."""
    if isinstance(value, dict) and "denominator" in value:
        return [value]
    if isinstance(value, dict):
        # ExifTool sorts the fields of a structure, and leaves out their prefixes.
        return [leaf for name in sorted(value, key=lambda name: name.partition(":")[2].lower() or name.lower())
                for leaf in leaves(value[name])]
    if isinstance(value, list):
        return [leaf for part in value for leaf in leaves(part)]
    return [value]


def same_tree(ours, theirs):
    """Texts of XMP: ExifTool turns dates, fractions and truth values into its own forms, and shows the white space between the
    tags of an empty structure."""
    if ours in ({}, []) and not words(theirs).strip():
        return True
    if same(ours, theirs):
        return True
    one, other = leaves(ours), leaves(theirs)
    return len(one) == len(other) and all(same_text(first, second) for first, second in zip(one, other))


def same_text(ours, theirs):
    own, other = str(ours), str(theirs)
    if same(ours, theirs) or own.strip() == other.strip() or own.lower() == other.lower():
        return True
    # PLUS: the term's address here, its last part there.
    if own.startswith("http") and own.endswith("/" + other):
        return True
    try:
        parts = own.split("/") if " " not in own else []
        exact = Fraction(parts[0]) / (Fraction(parts[1]) if len(parts) == 2 else 1)
        return same_number(exact, other)
    except (ValueError, ZeroDivisionError, IndexError):
        pass
    if " " in own and len(own.split()) == len(other.split()) < 10:
        return all(same_text({"0/0": "undef"}.get(one, one), two) for one, two in zip(own.split(), other.split()))
    return re.sub(r"[-T:]", " ", own) == re.sub(r"[-T:]", " ", other)


def is_profile_version(ours, theirs):
    """2.4.0 is 0x0240."""
    parts = str(ours).split(".")
    return len(parts) == 3 and all(part.isdigit() for part in parts) and str(
        int(parts[0]) << 8 | int(parts[1]) << 4 | int(parts[2])) == str(theirs)


def is_rounded(ours, theirs):
    """s15Fixed16Number: ExifTool prints five decimals."""
    parts = words(theirs).split()
    values = ours if isinstance(ours, list) else [ours]
    try:
        return len(parts) == len(values) and all(abs(float(one) - float(other)) < 6e-6 for one, other in zip(values, parts))
    except (ValueError, TypeError):
        return False


def fraction(text):
    try:
        return Fraction(str(text))
    except (ValueError, ZeroDivisionError):
        return None


def is_xmp_power(base):
    def check(ours, theirs):
        exact = fraction(ours)
        return exact is not None and abs(exact) < 100 and close(2.0 ** (float(exact) * base), words(theirs))
    return check


def are_fractions(ours, theirs):
    """A sequence of fractions here, one text of numbers there."""
    return isinstance(ours, list) and same_text(" ".join(str(one) for one in ours), words(theirs))


def is_xmp_degrees(ours, theirs):
    parts = re.fullmatch(r"([\d.,]+)([NSEW])", str(ours))
    if not parts:
        return False
    total = sum(float(part) / 60**index for index, part in enumerate(parts[1].split(",")))
    return close(-total if parts[2] in "SW" else total, words(theirs))


def is_hex(ours, theirs):
    return isinstance(ours, str) and ours == "".join(f"{int(part):02x}" for part in words(theirs).split() if part.isdigit())


def is_inverse(ours, theirs):
    return isinstance(ours, (int, float)) and ours > 0 and abs(1 / ours - float(theirs)) < 1e-4


def is_list_of(ours, theirs):
    return isinstance(ours, list) and ", ".join(str(one) for one in ours) == words(theirs)


def is_offset(ours, theirs):
    return isinstance(ours, list) and words(theirs).startswith(", ".join(str(one) for one in ours) + " ")


def are_unicode_names(ours, theirs):
    """ExifTool's text has the byte of a length before each name, and other characters as question marks."""
    return isinstance(ours, list) and len(words(theirs)) >= sum(len(one) for one in ours) and all(
        one.encode("ascii", "replace").decode() in words(theirs) for one in ours)


# The same value in another format, in the groups of FAMILIES: a pattern of ExifTool's group and name, the check, what
# ExifTool does.
FAMILY_FORMS = [
    (r".*", is_bytes, "bytes here, unprintable text there"),
    (r"ICC.*:ProfileID", is_hex, "hexadecimal here"),
    (r"ICC-header:ProfileVersion", is_profile_version, "2.4.0 here, 576 there"),
    (r"ICC.*", is_rounded, "five decimals there"),
    (r"Photoshop:AlphaChannelsNames", is_list_of, "an array here"),
    (r"Photoshop:UnicodeAlphaNames", are_unicode_names, "an array here; lengths and question marks there"),
    (r"PNG:ImageOffset", is_offset, "numbers here, with the unit in ImageOffsetUnits"),
    (r"XMP-photomech:TimeCreated", lambda ours, theirs: re.sub(":", "", words(theirs)) == ours, "the text of the file here, a time there"),
    (r"PNG:Gamma", is_inverse, "its inverse there, rounded"),
    (r"XMP-exifEX:LensInfo", are_fractions, "fractions here"),
    (r"XMP-exif:ShutterSpeedValue", is_xmp_power(-1), "APEX here"),
    (r"XMP-exif:(Max)?ApertureValue", is_xmp_power(0.5), "APEX here"),
    (r"XMP-exif:GPS.*", is_xmp_degrees, "degrees and minutes here"),
]


# Properties that a gain map, a depth map or a mask has of its own.
AUXILIARY_XMP = r"XMP-(hdrgm|HDRGainMap|apdi|depthData|depthBlurEffect|portraitLightingEffect):.*"

UNKNOWN_IPTC = "Photoshop:Photoshop_Unknown_0x0404"


def compare_texts(record, keys, theirs, seen, tell):
    """PNG texts, which ExifTool names by their keywords without spaces, then the language."""
    for tag, value in record.get("properties", {}).get("Text", {}).items():
        name = re.sub(r"[^-\w]", "", re.sub(r" \d+$", "", tag)).lower()
        for key in keys:
            other = key.partition(":")[2].lower()
            if key not in seen and (other == name or other.startswith(name + "-")):
                seen.add(key)
                one = re.sub(r"\s+$", "", str(value))
                tell("equal" if one == words(theirs[key]).rstrip() else "different", "Text", tag, value, theirs[key], None)
                break


def compare_family(group, pattern, record, theirs, tell):
    """A group whose properties are found by their names in any of ExifTool's groups that fit."""
    image = (record.get("images") or [{}])[0]
    trouble = theirs.get("ExifTool:Warning") or theirs.get("ExifTool:Error")
    said = " ".join(str(warning) for warning in record.get("warnings", []))
    keys = {key: key for key in theirs if re.fullmatch(pattern, key.partition(":")[0])}
    seen = set()
    for tag, value in image.get(group, {}).items():
        plain = re.sub(r" \d+$", "", tag)
        if group == "XMP":
            prefix, _, name = XMP_NAMES.get(plain, plain).partition(":")
            names = [f"XMP-{PREFIXES.get(prefix, prefix)}:{name[:1].upper()}{name[1:]}"]
        else:
            plain = plain.removeprefix("meta:")
            unknown = re.fullmatch(r"2:(\d+)", plain)
            other = f"IPTC_ApplicationRecord_{unknown[1]}" if unknown else plain
            if group == "Photoshop" and plain.startswith("0x"):
                other = f"Photoshop_{plain.lower()}"
            names = [key for key in keys if key.partition(":")[2] == other]
        key = next((name for name in names if name in keys), None)
        if key is None:
            if group == "XMP" and "XMP-tmp0:Xmpmeta" in theirs:
                reason = "the packet has another root element than XMP's; ExifTool shows it as one value"
                tell("ours alone", group, tag, value, None, reason)
                continue
            reason = OURS_ALONE.get(plain) or trouble and f"ExifTool gives up before: {trouble}"
            if group == "IPTC" and UNKNOWN_IPTC in theirs:
                reason = "the resource has the signature of another program than Photoshop; ExifTool does not look into it"
            tell("ours alone" if reason else "only here", group, tag, value, None, reason)
            continue
        seen.add(key)
        # A repeated name is one array in ExifTool.
        values = [other for name, other in image[group].items() if re.sub(r" \d+$", "", name) == plain]
        if plain == tag:
            joined = values if len(values) > 1 else value
            is_form = is_hidden(joined, theirs[key]) or any(
                re.fullmatch(row[0], key) and row[1](joined, theirs[key]) for row in FAMILY_FORMS)
            kind = "form" if is_form else "equal" if same_tree(joined, theirs[key]) else "different"
            reason = None
            if kind == "different" and isinstance(joined, dict) and "x-default" in joined:
                languages = {key if name == "x-default" else f"{key}-{name}": text for name, text in joined.items()}
                if all(name in theirs and same_text(text, theirs[name]) for name, text in languages.items()):
                    seen.update(languages)
                    kind = "form"
            if kind == "different" and group == "IPTC":
                if isinstance(joined, list) and str(joined[-1]) == words(theirs[key]):
                    kind, reason = "explained", "either: a dataset that cannot repeat does (IIM 4.2): all are here, ExifTool shows the last"
                elif re.sub(r"\D", "", str(joined)) == re.sub(r"\D", "", words(theirs[key])):
                    kind, reason = "explained", "ours: what has not the form of a date or time (IIM 4.2) stays as it is"
            if kind == "different" and group == "Photoshop" and len(values) > 1 and any(
                    same_tree(one, theirs[key]) or is_bytes(one, theirs[key]) for one in values):
                kind, reason = "explained", "either: the resource stands in two blocks (Photoshop's specification has one of each): both are here"
            if kind == "different" and group == "XMP" and "there is a further packet" in said:
                kind, reason = "explained", "either: two packets differ (XMP part 3 has one in a file): the first counts here, ExifTool shows the last"
            if kind == "different" and key == "XMP-exif:ColorSpace" and (str(joined), words(theirs[key])) == ("4294967295", "65535"):
                kind, reason = "explained", "ours: the text of the file; ExifTool makes 16 bits of it (Exif 3.0, 4.6.6: uncalibrated is 65535)"
            if kind == "different" and re.fullmatch(r"\d+ / \d+", str(joined)):
                kind, reason = "explained", "ours: the text of the file, which is not a rational (XMP part 1, 8.2.1.1 has no spaces)"
            if kind == "different" and group == "PNG" and "there is more than one" in said:
                kind, reason = "explained", "either: a chunk that stands twice (PNG, 5.6, forbids it): the first counts here, the last there"
            if kind == "different" and "XMP-xmpNote:HasExtendedXMP" in theirs:
                kind, reason = "explained", ("either: a property that stands in the packet and in its extension, where it should not "
                                             "(XMP part 3, 1.1.3.1): the packet's counts here, ExifTool shows the last")
            tell(kind, group, tag, joined, theirs[key], reason)
    if group == "PNG":
        compare_texts(record, keys, theirs, seen, tell)
    for key in keys:
        if key not in seen and (("--max-" in said or "inflates to more" in said) or "CRC" in said or "checksum" in said):
            tell("theirs alone", group, key, None, theirs[key], "damaged or over a limit here, as the warning says")
        elif key == UNKNOWN_IPTC and "IPTC" in image:
            tell("theirs alone", group, key, None, theirs[key], "its content is in IPTC here")
        elif key not in seen and (group == "PNG" and "is not valid and is not read" in said
                                  or group == "ICC" and "ICC: tags lie outside" in said):
            tell("theirs alone", group, key, None, theirs[key], "damaged, as the warning says")
        elif key not in seen and record.get("format") in ("heic", "avif") and (
                re.fullmatch(AUXILIARY_XMP, key) or group == "ICC" and len(record["images"]) > 1):
            tell("theirs alone", group, key, None, theirs[key], "of another image of the file than the primary one")
        elif key not in seen and group == "XMP" and "XMP-tmp0:Xmpmeta" in theirs:
            tell("theirs alone", group, key, None, theirs[key], "the packet has another root element than XMP's; ExifTool shows it as one value")
        elif key not in seen and group == "XMP" and group not in image and trouble:
            tell("theirs alone", group, key, None, theirs[key], "in a damaged file: the segment is not marked as XMP")
        elif key == "ICC_Profile:ProfileCopyright" and theirs[key] == "mlu":
            tell("theirs alone", group, key, None, theirs[key], "the beginning of a damaged text")
        elif key not in seen and group == "XMP" and ("not well-formed" in said or "what precedes it is read" in said):
            tell("theirs alone", group, key, None, theirs[key], "after something that is not XML (XMP part 1, 7.1), as the warning says")
        elif key not in seen:
            reason = next((row[1] for row in FAMILIES_ALONE if re.fullmatch(row[0], key)), None)
            tell("theirs alone" if reason else "only there", group, key, None, theirs[key], reason)


KINDS = ["equal", "form", "explained", "ours alone", "theirs alone", "different", "only here", "only there"]
UNEXPLAINED = {"different", "only here", "only there"}


def short(value):
    text = "-" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return ascii(text[:100])[1:-1] + ("..." if len(text) > 100 else "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--imgmeta", required=True)
    parser.add_argument("--group", action="append", default=[])
    parser.add_argument("--list", choices=["all", "explained", "none"], default="unexplained")
    parser.add_argument("--json")
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()

    files = []
    for path in arguments.paths:
        if os.path.isdir(path):
            files += [str(file) for file in sorted(Path(path).rglob("*")) if file.suffix.lower() in SUFFIXES and file.is_file()]
        else:
            files.append(path)
    if not files:
        sys.exit(f"{', '.join(arguments.paths)}: no JPEG, PNG or TIFF files")

    ours, theirs = {}, {}
    for start in range(0, len(files), 200):
        batch = files[start:start + 200]
        ours.update(run_imgmeta(arguments.imgmeta, batch))
        theirs.update(run_exiftool(batch))

    counts = defaultdict(Counter)
    reasons = Counter()
    differences = []
    both = 0
    for path in files:
        if path not in ours or path not in theirs:
            continue
        both += 1

        def tell(kind, group, name, one, other, reason):
            counts[group][kind] += 1
            if reason:
                reasons[f"{group if kind != 'explained' else ''}:{name} {reason}" if kind != "explained" else reason] += 1
            if kind not in ("equal", "form"):
                differences.append(
                    {"kind": kind, "file": path, "group": group, "name": name, "ours": one, "theirs": other, "reason": reason})

        compare(path, ours[path], theirs[path], set(arguments.group), tell)
        for group, pattern in FAMILIES.items():
            if not arguments.group or group in arguments.group:
                compare_family(group, pattern, ours[path], theirs[path], tell)

    print(f"{both} of {len(files)} files are read by both\n")
    header = ["equal", "other form", "explained", "ours alone", "theirs alone", "different", "only here", "only there"]
    print(f"{'group':<12}{'agree':>8}" + "".join(f"{title:>13}" for title in header))
    for group in sorted(counts):
        row = counts[group]
        fine = row["equal"] + row["form"]
        total = fine + row["explained"] + sum(row[kind] for kind in UNEXPLAINED)
        print(f"{group:<12}{100 * fine / max(1, total):>7.2f}%" + "".join(f"{row[kind]:>13}" for kind in KINDS))
    print()
    for difference in differences:
        kind = difference["kind"]
        is_listed = kind in UNEXPLAINED or arguments.list == "all" or arguments.list == "explained" and kind == "explained"
        if arguments.list != "none" and is_listed:
            print(f"{kind}: {difference['file']}: {difference['group']}:{difference['name']}: ours {short(difference['ours'])}, "
                  f"ExifTool {short(difference['theirs'])}" + (f" ({difference['reason']})" if difference["reason"] else ""))
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(differences, ensure_ascii=False, indent=1))
    bad = sum(row[kind] for row in counts.values() for kind in UNEXPLAINED)
    print(f"{sum(sum(row.values()) for row in counts.values())} values, {bad} without agreement or a reason")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
