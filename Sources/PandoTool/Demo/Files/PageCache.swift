import Glibc

/// Brings files into the system's page cache, so that runs over them can be compared.
struct PageCache: Sendable {
  let directory: String

  /// Reads files once, those without text no further than a count of them does.
  ///
  /// - Returns: The files, each as long as the part of it that has to be read.
  /// - Throws: `CancellationError` when its task was cancelled.
  func fill(_ files: [SourceFile]) throws(CancellationError) -> [SourceFile] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: TextReader.pieceBytes, alignment: 16)
    defer { unsafe buffer.deallocate() }
    var needed: [SourceFile] = []
    needed.reserveCapacity(files.count)
    for file in files {
      if Task.isCancelled { throw CancellationError() }
      let end = unsafe textEnd(of: file, buffer)
      needed.append(
        SourceFile(
          path: file.path, byteCount: min(file.byteCount, end), modified: file.modified))
    }
    return needed
  }

  /// The end of the first piece of a file without text, no end of any other. What cannot be read is
  /// told by whoever counts it.
  private func textEnd(of file: SourceFile, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let path = SourceFile.absolute(file.path, in: directory)
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .max }
    defer { close(descriptor) }
    var isFirst = true
    while case let count = unsafe read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
      if isFirst, unsafe memchr(buffer.baseAddress!, 0, count) != nil { return count }
      isFirst = false
    }
    return .max
  }
}
