import Foundation
import Pando

/// The file that an answer is written to.
struct AnswerOutput {
  let descriptor: Int32

  /// Tells whoever asked that there will be an answer.
  func begin(_ question: JournalQuestion) {
    if let pipe = question.pipe { _ = Glibc.write(pipe, [1] as [UInt8], 1) }
    for descriptor in [descriptor, question.pipe ?? descriptor] where descriptor > 2 {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  func write(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR {
        tell("error: the answer cannot be written: \(String(cString: strerror(errno)))")
        exit(2)
      }
      bytes = bytes.dropFirst(max(0, count))
    }
  }

  /// Writes a value as JSON, on one line or several.
  func write(json value: some Encodable, isPretty: Bool = false) throws(AnswerFailure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = isPretty ? [.sortedKeys, .prettyPrinted] : [.sortedKeys]
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      write(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      throw AnswerFailure("A value cannot be written as JSON: \(error)")
    }
  }

  /// Tells a person something that is not the answer.
  func tell(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
