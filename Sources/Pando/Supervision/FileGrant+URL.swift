extension FileGrant {
  /// Opens the file at a `file:` URL, as `init(reading:)` does one at a path.
  public init(reading url: URL) throws(FileGrantError) {
    guard url.isFileURL else { throw .notAFile(path: url.absoluteString) }
    try self.init(reading: url.path(percentEncoded: false))
  }
}
