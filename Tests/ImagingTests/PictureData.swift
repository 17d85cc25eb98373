internal import TestKit

/// The bytes of a file that are the compressed picture, found by a program that is independent of ours.
enum PictureData {
  private static let program = """
    import hashlib, struct, sys

    def jpeg(d):
        out, i = [], 2
        while i < len(d):
            assert d[i] == 0xFF, i
            code = d[i + 1]
            if code == 0xFF:
                i += 1
                continue
            n = struct.unpack('>H', d[i + 2:i + 4])[0]
            if code == 0xDA:
                # Scans, the tables between them, the end of the image and, unless it is left out, what follows it.
                end = d.index(b'\\xff\\xd9', i) + 2
                return b''.join(out) + (d[i:end] if sys.argv[1] == 'picture' else d[i:])
            if not (0xE0 <= code <= 0xEF or code == 0xFE):
                out.append(d[i:i + 2 + n])
            i += 2 + n

    def png(d):
        out, i = [], 8
        while i < len(d):
            n, = struct.unpack('>I', d[i:i + 4])
            if d[i + 4:i + 8] in (b'IHDR', b'PLTE', b'tRNS', b'IDAT', b'acTL', b'fcTL', b'fdAT', b'IEND'):
                out.append(d[i:i + 12 + n])
            i += 12 + n
        return b''.join(out)

    def tiff(d):
        e = '<' if d[:2] == b'II' else '>'
        big = struct.unpack(e + 'H', d[2:4])[0] == 43
        size = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8}
        letter = {1: 'B', 3: 'H', 4: 'I', 13: 'I', 16: 'Q', 18: 'Q'}
        where = struct.unpack(e + 'Q', d[8:16])[0] if big else struct.unpack(e + 'I', d[4:8])[0]
        out = []

        def directory(at):
            n = struct.unpack(e + ('Q' if big else 'H'), d[at:at + (8 if big else 2)])[0]
            fields = {}
            p = at + (8 if big else 2)
            for _ in range(n):
                tag, kind = struct.unpack(e + 'HH', d[p:p + 4])
                count = struct.unpack(e + ('Q' if big else 'I'), d[p + 4:p + (12 if big else 8)])[0]
                v, room = p + (12 if big else 8), 8 if big else 4
                total = count * size.get(kind, 1)
                if total > room:
                    v = struct.unpack(e + ('Q' if big else 'I'), d[v:v + room])[0]
                raw = d[v:v + total]
                fields[tag] = struct.unpack(e + str(count) + letter[kind], raw) if kind in letter else raw
                p += 20 if big else 12
            for a, b in ((273, 279), (324, 325), (513, 514)):
                if a in fields and b in fields:
                    for offset, length in zip(fields[a], fields[b]):
                        out.append(d[offset:offset + length])
            for tag in (256, 257, 258, 259, 262, 277, 278, 317, 320, 338, 347):
                out.append(repr(fields.get(tag)).encode())
            for sub in fields.get(330, ()):
                directory(sub)
            return struct.unpack(e + ('Q' if big else 'I'), d[p:p + (8 if big else 4)])[0]

        while where:
            where = directory(where)
        return b''.join(out)

    for path in sys.argv[2:]:
        d = open(path, 'rb').read()
        part = jpeg(d) if d[:2] == b'\\xff\\xd8' else png(d) if d[:4] == b'\\x89PNG' else tiff(d)
        assert part
        print(hashlib.sha256(part).hexdigest())
    """

  /// One digest for each file.
  ///
  /// - Parameter withTrailer: whether bytes after a JPEG picture count.
  static func digests(_ paths: [String], withTrailer: Bool = true) async throws -> [String] {
    let result = try await Tool.python(program, [withTrailer ? "file" : "picture"] + paths)
    guard result.status == 0 else { throw TestFailure(result.errors) }
    return result.text.split(separator: "\n").map(String.init)
  }
}
