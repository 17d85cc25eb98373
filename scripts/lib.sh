# shellcheck shell=bash
# shellcheck disable=SC2034 # the scripts that source this use the variables
# Functions and lists that the scripts share: paths, required packages, builds. Sourced, never run.

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root" || exit

# Package.swift has the lists of the commands and of most libraries. A row may take several lines.
package_rows() { tr -s ' \n' ' ' <Package.swift | grep -oE "$1"; }

mapfile -t commands < <(package_rows 'Command\( ?name: "[a-z]+"' | cut -d '"' -f 2)

# Programs that users do not run: preview and previewd find them in libexec/cameo.
helpers=(cameo-providers)

# Of these, the ones that are installed as one file with several names, so that their common code is there once. mkpdf
# is not among them because it starts more slowly (libqpdf), nor imgindex (SQLite and libcrypto), nor previewd, which
# contains a network library (docs/decisions/0028, 0036).
joined=(imgmeta thumb imgconv preview)

# The version that --version prints.
version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Commands/CommandKit/CameoCommand.swift)

# What the commands need when they run: name, Debian package, purpose. The file has the details.
mapfile -t runtime < <(grep -v '^#' scripts/runtime.list)

# The libraries that the build needs: pkg-config module, Debian package. Those of the targets, and what their packages
# do not install.
mapfile -t libraries < <(package_rows 'pkgConfig: "[^"]+", debianPackage: "[^"]+"' | cut -d '"' -f 2,4 --output-delimiter ' ')
libraries+=(
  "cairo libcairo2-dev"
  "fontconfig libfontconfig-dev"
  "libcmark-gfm libcmark-gfm-dev"
  "libarchive libarchive-dev"
  "libraw_r libraw-dev"
  "libavif libavif-dev"
)

# The programs that tests, fixtures, checks and benchmarks run: name (or python3: and a module, font: and a family with _
# for spaces, or typelib: and a library with its version, as GObject introspection calls it), Debian package.
# ImageMagick goes by Debian's own name, because `convert` may be anything.
tools=(
  "fc-list fontconfig"
  "djpeg libjpeg-turbo-progs"
  "tiffcp libtiff-tools"
  "cwebp webp"
  "heif-enc libheif-examples"
  "opj_compress libopenjp2-tools"
  "apngdis apngdis"
  "avifenc libavif-bin"
  "dcraw_emu libraw-bin"
  "c44 djvulibre-bin"
  "woff2_compress woff2"
  "go golang-go"
  "cjxl libjxl-tools"
  "convert-im6.q16 imagemagick"
  "gm graphicsmagick"
  "vips libvips-tools"
  "vipsthumbnail libvips-tools"
  "exiftool libimage-exiftool-perl"
  "exiv2 exiv2"
  "exif exif"
  "pnmtopng netpbm"
  "pngcheck pngcheck"
  "optipng optipng"
  "/usr/bin/python3 python3"
  "python3:PIL python3-pil"
  "python3:numpy python3-numpy"
  "python3:blurhash python3-blurhash"
  "python3:jsonschema python3-jsonschema"
  "python3:pikepdf python3-pikepdf"
  "font:Noto_Sans fonts-noto-core"
  "font:Liberation_Sans fonts-liberation2"
  "font:Droid_Sans_Fallback fonts-droid-fallback"
  "font:Noto_Color_Emoji fonts-noto-color-emoji"
  "pdftotext poppler-utils"
  "tesseract tesseract-ocr"
  "file:/usr/share/hyphen/hyph_de_DE.dic hyphen-de"
  "7z p7zip-full"
  "cpio cpio"
  "file file"
  "genisoimage genisoimage"
  "zstd zstd"
  "qpdf qpdf"
  "/usr/sbin/nginx nginx"
  "img2pdf img2pdf"
  "curl curl"
  "jq jq"
  "/usr/bin/node nodejs"
  "systemd-analyze systemd"
  "python3:ensurepip python3-venv"
  "python3:gi python3-gi"
  "typelib:GnomeDesktop-4.0 gir1.2-gnomedesktop-4.0"
  "gdk-pixbuf-thumbnailer libgdk-pixbuf2.0-bin"
  "file:/usr/share/dbus-1/services/org.xfce.Tumbler.Thumbnailer1.service tumbler"
  "dbus-run-session dbus-daemon"
  "gio libglib2.0-bin"
  "update-mime-database shared-mime-info"
  "xmllint libxml2-utils"
  "ffmpegthumbnailer ffmpegthumbnailer"
  "gnome-epub-thumbnailer gnome-epub-thumbnailer"
  "sixel2png libsixel-bin"
  "sqlite3 sqlite3"
  "chromium chromium"
  "chromedriver chromium-driver"
  "shellcheck shellcheck"
  "mandoc mandoc"
)

# Codecs of libheif, which are packages of their own in releases after Debian 12: name, Debian package. scripts/package
# recommends the first two, without which HEIC is not read and AVIF is not written.
plugins=(
  "heif:libde265 libheif-plugin-libde265"
  "heif:aomenc libheif-plugin-aomenc"
  "heif:x265 libheif-plugin-x265"
)

# Of the tools, what scripts/demo needs: scripts/make-pictures runs them for the pictures of the README, and fc-list
# finds the fonts.
demo_tools=("fc-list" "/usr/bin/python3" "python3:PIL" "font:Noto_Sans" "font:Droid_Sans_Fallback")

# The further tools that scripts/test-distributed needs.
distributed_tools=("java openjdk-17-jre-headless|openjdk-21-jre-headless" "file:/usr/sbin/haproxy haproxy"
  "parallel parallel" "jq jq" "/usr/bin/python3 python3" "python3:PIL python3-pil" "python3:ensurepip python3-venv")

# The tools that scripts/package needs besides those of the commands.
package_tools=("dpkg-shlibdeps dpkg-dev" "git git")

# LibreOffice without a desktop, for the pages of office documents. It is large: a package of ours only suggests it, and
# only the tests of scripts/test --all install it.
office_packages=(
  "file:/usr/lib/libreoffice/program/libswlo.so libreoffice-writer-nogui"
  "file:/usr/lib/libreoffice/program/libsclo.so libreoffice-calc-nogui"
  "file:/usr/lib/libreoffice/program/libsdlo.so libreoffice-impress-nogui"
)

# The flags of all builds: of the programs, the package and the tests, which share what is built. The Swift runtime is
# linked statically, and there are no symbols. The toolchain's lld packs relative relocations, which the default linker
# cannot (docs/decisions/0027). CAMEO_TESTABLE is for tests that see what is internal (docs/decisions/0042).
# (SwiftPM itself has the linker drop unused sections from release builds.)
# The tests are linked dynamically, of the same objects. The objects refer to some libraries that exist only as static
# ones. Their folder is searched last.
static_libraries=$( (swiftc -print-target-info 2>/dev/null || true) |
  sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1_static/p')/linux
linker_flags=(-Xlinker -s -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs)
release_flags=(-c release --static-swift-stdlib -debug-info-format none --disable-index-store
  -Xswiftc -use-ld=lld "${linker_flags[@]}" -Xlinker "-L$static_libraries")
export CAMEO_TESTABLE=1

# Where the products of all builds are.
bin=$root/.build/release

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

have_library() { command -v pkg-config >/dev/null && pkg-config --exists "$1"; }

# Whether libheif has a codec: in a plugin, or in the library itself, as before version 1.17. True if apt knows no libheif.
have_plugin() {
  local candidate
  [[ -z "$(compgen -G "/usr/lib/*/libheif/plugins/libheif-$1.so")" ]] || return 0
  candidate=$(LC_ALL=C apt-cache policy libheif1 2>/dev/null | sed -n 's/^ *Candidate: //p')
  [[ -z $candidate || $candidate == "(none)" ]] || dpkg --compare-versions "$candidate" lt 1.17
}

have_tool() {
  case $1 in
    library:*) local pattern=$'\t'"(${1#library:}) " && [[ "$(/sbin/ldconfig -p)" =~ $pattern ]] ;;
    file:*) [[ -e ${1#file:} ]] ;;
    heif:*) have_plugin "${1#heif:}" ;;
    font:*) command -v fc-list >/dev/null && local family=${1#font:} && fc-list -q "${family//_/ }" ;;
    typelib:*) [[ -n "$(compgen -G "/usr/lib/*/girepository-1.0/${1#typelib:}.typelib")" ]] ;;
    python3:*) [[ -x /usr/bin/python3 ]] && /usr/bin/python3 -c "import ${1#python3:}" 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# Of a package, or of several with | between them, the first that is installed, or else the first that the system knows.
package_here() {
  local name names
  IFS='|' read -ra names <<<"$1"
  for name in "${names[@]}"; do
    [[ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" != installed ]] || { say "$name" && return; }
  done
  for name in "${names[@]}"; do
    [[ ${#names[@]} != 1 && -z "$(apt-cache show "$name" 2>/dev/null)" ]] || { say "$name" && return; }
  done
  say "${names[0]}"
}

# Prints the missing Debian packages, one on a line: those to build ("build"), also to make a package ("package"), or to
# run everything ("demo"), or also to test ("tests", "all tests"), or to test on several machines ("distributed").
missing_packages() {
  local row name package
  {
    command -v pkg-config >/dev/null || say pkg-config
    for row in "${libraries[@]}"; do
      read -r name package <<<"$row"
      have_library "$name" || say "$package"
    done
    [[ $1 == build ]] && return
    local rows=("${runtime[@]}")
    case $1 in
      package) rows+=("${package_tools[@]}") ;;
      tests) rows+=("${package_tools[@]}" "${plugins[@]}" "${tools[@]}") ;;
      "all tests") rows+=("${package_tools[@]}" "${plugins[@]}" "${tools[@]}" "${office_packages[@]}") ;;
      distributed) rows=("${distributed_tools[@]}") ;;
      demo)
        rows+=("${plugins[@]}")
        for row in "${tools[@]}"; do
          [[ " ${demo_tools[*]} " != *" ${row%% *} "* ]] || rows+=("$row")
        done
        ;;
    esac
    for row in "${rows[@]}"; do
      read -r name package _ <<<"$row"
      have_tool "$name" || package_here "$package"
    done
  } | sort -u
}

# Runs `apt-get update`, again while another program has its lock, such as unattended upgrades. "update" has no option
# to wait for it. Arguments: the command.
update_packages() {
  local attempts=0 words
  until words=$("$@" 2>&1); do
    [[ $words == *"Could not get lock"* && $attempts -lt 120 ]] || fail "apt-get update: $words"
    ((attempts++)) || say "Waiting for another program that uses apt (up to 10 minutes)"
    sleep 5
  done
}

# Installs missing packages, or with no_install=yes only lists them and ends with 1. Argument: "build", "package",
# "demo", "tests", "all tests" or "distributed".
prepare() {
  command -v swift >/dev/null || fail "no Swift toolchain on the PATH: install one from https://www.swift.org/install/linux/"
  local missing
  mapfile -t missing < <(missing_packages "$1")
  ((${#missing[@]})) || return 0
  if [[ ${no_install:-no} == yes ]]; then
    say "Missing Debian packages (install them with apt-get, or run without --no-install):"
    printf '  %s\n' "${missing[@]}"
    exit 1
  fi
  command -v apt-get >/dev/null || fail "no apt-get here: install the equivalents of ${missing[*]}"
  local as_root=()
  if ((EUID)); then
    command -v sudo >/dev/null || fail "neither root nor sudo: install ${missing[*]} by hand"
    as_root=(sudo)
  fi
  say "Installing with apt-get: ${missing[*]}"
  update_packages "${as_root[@]}" env LC_ALL=C apt-get update -qq
  # Again: before the update, apt may not know which of several versions of a library this release has.
  mapfile -t missing < <(missing_packages "$1")
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o DPkg::Lock::Timeout=600 "${missing[@]}" >/dev/null
  mapfile -t missing < <(missing_packages "$1")
  ((${#missing[@]} == 0)) || fail "still missing after apt-get: ${missing[*]}"
}

# Ends if .build was copied from another folder: the files in it name that one, and the compiler would stop with a
# message about its modules.
check_build_folder() {
  [[ ! -f .build/release.yaml ]] || grep -qF -e "\"$root/" -e "\"$(pwd -P)/" .build/release.yaml ||
    fail ".build was made in another folder, and cannot be used here: remove it (rm -rf .build)"
}

# Builds the named products, or all programs that are installed. The name "commands" means all but the service, in one
# call.
build_release() {
  local product
  check_build_folder
  (($#)) || set -- commands previewd
  for product in "$@"; do
    case $product in
      commands) swift build "${release_flags[@]}" --target LocalPrograms ;;
      *) swift build "${release_flags[@]}" --product "$product" ;;
    esac
  done
}

# Links the joined commands into one program, of the objects from which build_release has linked each. Argument: its path.
join_commands() {
  local command objects=() modules
  mapfile -t modules < <(printf '%s\n' "${libraries[@]}" | cut -d ' ' -f 1 | sort -u)
  for command in "${joined[@]}"; do objects+=("$bin/$command.product/Objects.LinkFileList"); done
  sort -u "${objects[@]}" >"$bin/joined.LinkFileList"
  clang -O2 -Wall -Wextra -Werror -DCOMMANDS="$(printf 'COMMAND(%s) ' "${joined[@]}")" -c scripts/multicall.c -o "$bin/multicall.o"
  # shellcheck disable=SC2046 # words
  swiftc -static-stdlib -emit-executable -use-ld=lld "${linker_flags[@]}" -Xlinker --gc-sections \
    "@$bin/joined.LinkFileList" "$bin/multicall.o" -o "$1" -Xlinker --as-needed $(pkg-config --libs-only-L --libs-only-l "${modules[@]}")
}

# Ends with 64 for a wrong command line. Arguments: what is wrong.
misuse() {
  say "$(basename "$0"): $* (see '$(basename "$0") --help')" >&2
  exit 64
}

# The value of an option, which is the next word: value=$(value_of "$@") || exit. Arguments: the words from the option on.
value_of() {
  [[ -n ${2:-} ]] || misuse "$1 needs a value"
  printf '%s' "$2"
}

# The usage text of a script: the comment lines after its first line.
usage() { sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$0"; }
