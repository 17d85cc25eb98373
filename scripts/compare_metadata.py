"""Compares imgmeta's values with ExifTool's over a tree of files. Run by scripts/compare-metadata, which says what the options are.

A value of ours and one of ExifTool's belong together by the tables GROUPS and NAMES. They agree when they are equal: fractions by
their exact value, rounded as ExifTool rounds it, other numbers to 1e-9, texts by their characters. What is the same value in another
form is in FORMS. What differs for a reason is in EXPLAINED, with the side that is right and the clause that makes it so. All else is a
disagreement."""

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

SUFFIXES = {".jpg", ".jpeg", ".png", ".tif", ".tiff"}

# Our groups, and how ExifTool calls them (family 1). A TIFF page that is not the first is handled in `groups`.
GROUPS = {"IFD0": "IFD0", "IFD1": "IFD1", "IFD2": "IFD2", "Exif": "ExifIFD", "GPS": "GPS", "Interop": "InteropIFD", "JFIF": "JFIF"}

# Where ExifTool calls a tag otherwise than the standard.
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
    "GeoAsciiParams": "GeoTiffAsciiParams", "LensInfo": "DNGLensInfo", "PrintImageMatching": "PrintIM",
    "CameraCalibrationSignature": "CameraCalibrationSig", "ProfileCalibrationSignature": "ProfileCalibrationSig",
}

# What only we say: computed from tags that are compared themselves, or a block of which ExifTool reads the content.
OURS_ALONE = {
    "Latitude": "computed; ExifTool has it in Composite", "Longitude": "computed; ExifTool has it in Composite",
    "Altitude": "computed; ExifTool has it in Composite", "MakerNote": "ExifTool lists its fields",
    "JPEGInterchangeFormat": "the stored value; ThumbnailOffset is compared",
    "JPEGInterchangeFormatLength": "the stored value; ThumbnailLength is compared",
    "PrintImageMatching": "a block; ExifTool lists its fields", "DNGPrivateData": "a block; ExifTool lists its fields",
    "ImageSourceData": "a block; ExifTool lists its fields", "GeoKeyDirectory": "ExifTool lists the keys in it",
    "GeoDoubleParams": "ExifTool lists the keys in it", "GeoAsciiParams": "ExifTool lists the keys in it",
    "SubIFDs": "places of directories, which are images here", "XMLPacket": "a block", "IPTC-NAA": "a block",
    "ImageResources": "a block", "ICCProfile": "a block", "InteroperabilityPointer": "a pointer without a directory",
    "ExifIFDPointer": "a pointer without a directory", "GPSInfoIFDPointer": "a pointer without a directory",
}

# What only ExifTool says, and need not be said. (group, name) as patterns.
THEIRS_ALONE = [
    (r"IFD\d", r"(Strip|Tile)(Offsets|ByteCounts)|TransferFunction|ColorMap|JPEGTables|Free(Offsets|ByteCounts)",
     "where the pixels are, and tables for them"),
    (r"IFD\d", r"(ThumbnailImage|ThumbnailTIFF|PreviewImage|JpgFromRaw|OtherImage)", "the picture itself; --extract has it"),
    (r"JFIF", r"Thumbnail(Width|Height|TIFF|Image)", "of the JFIF thumbnail; in JFXX here"),
    (r".*", r"IPTCDigest|.*Digest", "computed by ExifTool"),
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
        return True
    return str(ours) == words(theirs)


def printed(content):
    """Bytes as ExifTool writes them in JSON as text: up to the first NUL."""
    return content.split(b"\0")[0].decode("utf-8", "replace")


# The same value in another form: name -> (what ExifTool does, the check).

def numbers(value):
    values = value if isinstance(value, list) else [value]
    return [number(one) for one in values]


def close(one, other):
    try:
        return abs(float(one) - float(other)) <= 1e-9 * max(1, abs(float(one)))
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


FORMS = [
    (r"ExifIFD|IFD\d", r"ShutterSpeedValue", is_power(-1), "APEX here, seconds there"),
    (r"ExifIFD|IFD\d", r"(Max)?ApertureValue", is_power(0.5), "APEX here, f-number there"),
    (r"GPS", r"GPS(Dest)?(Latitude|Longitude)", is_degrees, "degrees, minutes, seconds here, one number there"),
    (r"GPS", r"GPSTimeStamp", is_time, "fractions here, a time there"),
    (r"JFIF", r"JFIFVersion", is_version, "1.01 here, 1 1 there"),
    (r".*", r"(Exif|Flashpix|Interop)Version", lambda ours, theirs: str(ours).rstrip("\0 ") == words(theirs).rstrip("\0 "), "text"),
]


# What differs for a reason: (groups, names, the check, who is right, why). The check gets both values.

def text_only(check):
    return lambda ours, theirs: isinstance(ours, str) and check(ours, words(theirs))


EXPLAINED = [
    (r".*", r".*", text_only(lambda ours, theirs: ours.rstrip() == theirs.rstrip()), "ours",
     "spaces at the end of a text are part of it (TIFF 6.0, section 2: only NUL ends it); ExifTool cuts them from some tags"),
    (r"GPS", r"GPSDateStamp", text_only(lambda ours, theirs: re.sub(r"[-/. ]", ":", ours.strip()) == theirs), "ours",
     "the text is kept; ExifTool puts colons where the writer had other marks"),
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


def groups(record):
    """Our groups with the names that ExifTool gives them: (their name, properties)."""
    images = record.get("images", [])
    is_tiff = record.get("format") == "tiff"
    for index, image in enumerate(images):
        for name, properties in image.items():
            if name not in GROUPS:
                continue
            if is_tiff and index > 0:
                # ExifTool counts the directories of the chain; the other groups of later pages stand in its copies.
                if name == "IFD0":
                    yield name, f"IFD{index}", properties
            else:
                yield name, GROUPS[name], properties


def compare(path, ours, theirs, only, tell):
    """Tells of every value: (kind, group, name, ours, theirs, reason)."""
    sub = any(key.startswith("SubIFD") for key in theirs)
    seen, answered = set(), set()
    for name, group, properties in groups(ours):
        if only and name not in only:
            continue
        if sub and group != "IFD0" and re.fullmatch(r"IFD\d+", group) and ours.get("format") == "tiff":
            continue
        answered.add(group)
        for tag, value in properties.items():
            plain = re.sub(r" (\d+|0x[0-9A-F]{4})$", "", tag)
            other = NAMES.get(plain, plain)
            if re.fullmatch(r"0x[0-9A-F]{4}", plain):
                other = f"Exif_0x{plain[2:].lower()}"
            key = f"{group}:{other}"
            if key in seen and plain != tag:
                continue
            if key not in theirs and plain in OURS_ALONE:
                tell("ours alone", group, tag, value, None, OURS_ALONE[plain])
                continue
            seen.add(key)
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
        if sub and group != "IFD0" and re.fullmatch(r"IFD\d+", group) and ours.get("format") == "tiff":
            continue
        reason = next((row[2] for row in THEIRS_ALONE if matches(row, group, name)), None)
        tell("theirs alone" if reason else "only there", group, name, None, value, reason)


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

    print(f"{both} of {len(files)} files are read by both\n")
    header = ["equal", "other form", "explained", "ours alone", "theirs alone", "different", "only here", "only there"]
    print(f"{'group':<12}{'agree':>8}" + "".join(f"{title:>13}" for title in header))
    for group in sorted(counts):
        row = counts[group]
        fine = sum(row[kind] for kind in KINDS if kind not in UNEXPLAINED)
        total = sum(row.values())
        print(f"{group:<12}{100 * fine / total:>7.2f}%" + "".join(f"{row[kind]:>13}" for kind in KINDS))
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
