import Glibc

/// Files of `/proc`, read at one go.
enum ProcFile {
  /// The text of a file; empty if it cannot be read.
  static func text(_ path: String) -> String {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe read(file, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: result, as: UTF8.self) }
      result += buffer[..<count]
    }
  }

  /// Writes a file that is there.
  static func write(_ text: String, to path: String) {
    let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(file, bytes, bytes.count)
  }

  /// The entries of a folder that are numbers.
  static func numbers(in path: String) -> [Int32] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var result: [Int32] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        // The system ends the name with a zero, within the array.
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int32(name) { result.append(number) }
    }
    return result
  }
}

extension StringProtocol {
  /// The text without white space around it.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
