internal import ByteStreams
package import ImageModel

extension Catalogue {
  /// The paths of files with the same bytes, group by group. Hard links of one file count once.
  package func duplicates() throws(ImageError) -> [[String]] {
    try read { database throws(ImageError) in
      var groups: [[String]] = []
      var last: [UInt8] = []
      var seen: Set<FileIdentity> = []
      try database.forEach(
        "SELECT sha256, path, device, inode FROM file WHERE size > 0 AND sha256 IN"
          + " (SELECT sha256 FROM file GROUP BY sha256 HAVING count(*) > 1) ORDER BY sha256, path"
      ) { row in
        let hash = row.bytes(0)
        if hash != last {
          groups.append([])
          (last, seen) = (hash, [])
        }
        let identity = FileIdentity(
          device: UInt64(bitPattern: row.integer(2)), inode: UInt64(bitPattern: row.integer(3)))
        if seen.insert(identity).inserted { groups[groups.count - 1].append(row.text(1) ?? "") }
      }
      return Self.sorted(groups)
    }
  }

  /// The paths of pictures that look alike, group by group: the hashes of each one and of another one in its group
  /// differ in at most `distance` bits.
  package func similar(distance: Int) throws(ImageError) -> [[String]] {
    let pictures = try read { database throws(ImageError) in
      var pictures: [(path: String, looks: UInt64)] = []
      try database.forEach("SELECT path, looks FROM file WHERE looks IS NOT NULL ORDER BY path") { row in
        pictures.append((row.text(0) ?? "", UInt64(bitPattern: row.integer(1))))
      }
      return pictures
    }
    var leaders = Array(pictures.indices)
    func leader(_ index: Int) -> Int {
      var index = index
      while leaders[index] != index {
        leaders[index] = leaders[leaders[index]]
        index = leaders[index]
      }
      return index
    }
    // If a hash is split into distance + 1 parts, at least one part is equal.
    let parts = distance + 1
    for part in 0..<parts {
      let (start, end) = (64 * part / parts, 64 * (part + 1) / parts)
      let mask = end - start == 64 ? UInt64.max : (1 << UInt64(end - start)) - 1
      let buckets = Dictionary(grouping: pictures.indices) { pictures[$0].looks >> UInt64(start) & mask }
      for bucket in buckets.values {
        for (place, one) in bucket.enumerated() {
          for other in bucket[(place + 1)...]
          where (pictures[one].looks ^ pictures[other].looks).nonzeroBitCount <= distance {
            leaders[leader(other)] = leader(one)
          }
        }
      }
    }
    let groups = Dictionary(grouping: pictures.indices, by: leader)
    return Self.sorted(groups.values.map { group in group.map { pictures[$0].path } })
  }

  /// The number of files whose pictures were not compared, because nothing was asked about their looks.
  package func countWithoutLooks() throws(ImageError) -> Int {
    try read { database throws(ImageError) in
      let count = try database.integer(
        "SELECT count(*) FROM file WHERE error IS NULL AND parts & ? = 0",
        [SQLValue(CataloguePicture.Parts.looks.rawValue)])
      return Int(count ?? 0)
    }
  }

  private static func sorted(_ groups: [[String]]) -> [[String]] {
    groups.filter { $0.count > 1 }.map { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
      .sorted { $0[0].utf8.lexicographicallyPrecedes($1[0].utf8) }
  }
}
