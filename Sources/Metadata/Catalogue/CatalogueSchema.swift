/// The tables of a catalogue. docs/imgindex.md describes the views, which other programs may use; the tables may change
/// with the version.
enum CatalogueSchema {
  /// `PRAGMA application_id`: "Came".
  static let applicationID: Int64 = 0x4361_6D65
  /// `PRAGMA user_version`. A change of the tables, or of what the values in them mean, raises it.
  static let version: Int64 = 2

  static let statements = """
    -- One row: the number of the last transaction, and the parts of pictures that are wanted.
    CREATE TABLE state(revision INTEGER NOT NULL, parts INTEGER NOT NULL);
    INSERT INTO state VALUES (0, 0);

    -- One row for each file. `settled` is 0 if the file may have been changed while it was read. `parts` are
    -- those of CataloguePicture.Parts that were asked for. `revision` is that of the transaction that wrote the row.
    CREATE TABLE file(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      path TEXT NOT NULL UNIQUE,
      device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
      settled INTEGER NOT NULL, revision INTEGER NOT NULL, parts INTEGER NOT NULL,
      sha256 BLOB, looks INTEGER,
      format TEXT, content_type TEXT, images INTEGER, width INTEGER, height INTEGER,
      date TEXT, camera TEXT, lens TEXT, iso REAL, latitude REAL, longitude REAL, rating REAL,
      namespaces TEXT, notes TEXT, warnings TEXT, error TEXT);
    CREATE INDEX file_identity ON file(inode, device);
    CREATE INDEX file_revision ON file(revision);
    CREATE INDEX file_sha256 ON file(sha256) WHERE sha256 IS NOT NULL;

    CREATE TABLE name(
      id INTEGER PRIMARY KEY,
      "group" TEXT NOT NULL, name TEXT NOT NULL, tag INTEGER NOT NULL, title TEXT NOT NULL,
      UNIQUE("group", name, tag, title));

    -- The properties of the file itself (image 0) and of its images (from 1), in their order. `value` is a number, a
    -- text or bytes; `json` is there where that does not say everything.
    CREATE TABLE property(
      file INTEGER NOT NULL REFERENCES file(id) ON DELETE CASCADE,
      image INTEGER NOT NULL, position INTEGER NOT NULL,
      name INTEGER NOT NULL REFERENCES name(id),
      value, json TEXT, readable TEXT,
      PRIMARY KEY(file, image, position)) WITHOUT ROWID;
    CREATE INDEX property_name ON property(name, file);

    CREATE TABLE thumbnail(
      file INTEGER PRIMARY KEY REFERENCES file(id) ON DELETE CASCADE,
      width INTEGER NOT NULL, height INTEGER NOT NULL, jpeg BLOB NOT NULL);

    -- The row of a file has its id.
    CREATE VIRTUAL TABLE search USING fts5(title, caption, keywords, tokenize = "unicode61 remove_diacritics 2");

    CREATE VIEW photos AS
      SELECT path, format, size, mtime_ns / 1000000000 AS mtime, lower(hex(sha256)) AS sha256, width, height, date,
        camera, lens, iso, latitude, longitude, rating, title, caption, keywords
      FROM file LEFT JOIN search ON search.rowid = file.id
      WHERE error IS NULL;
    CREATE VIEW properties AS
      SELECT path, image, "group", name.name AS name, tag, value, json, readable
      FROM property JOIN file ON file.id = property.file JOIN name ON name.id = property.name;
    CREATE VIEW thumbnails AS
      SELECT path, thumbnail.width AS width, thumbnail.height AS height, jpeg
      FROM thumbnail JOIN file ON file.id = thumbnail.file;
    CREATE VIEW errors AS SELECT path, error FROM file WHERE error IS NOT NULL;
    """
}
