import Foundation
import Glibc

/// An attack, as a file has a decoder carry it out that it has taken over.
package enum Attack: String, CaseIterable, Sendable {
  /// Starts one process after the other.
  case fork
  /// Takes 10 GB.
  case memory
  /// Computes for ever.
  case loop
  /// Reads the machine's passwords.
  case passwords
  /// Connects to a service of the machine.
  case connect
  /// Looks into the program that has started the worker.
  case parent
  /// Ends that program.
  case kill

  package struct Refusal: Error, CustomStringConvertible {
    package let description: String
  }

  /// Carries it out.
  ///
  /// - Throws: `Refusal` where the system refuses it. Where it does not, what the attacker has got is the pixels.
  func run() throws {
    switch self {
    case .fork:
      // Ten are enough to show.
      for _ in 0..<10 {
        var process: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = [nil]
        try require(posix_spawn(&process, "/bin/true", nil, nil, &words, nil))
      }
    case .memory:
      var pieces: [[UInt8]] = []
      for _ in 0..<160 { pieces.append([UInt8](repeating: 1, count: 64 << 20)) }
      print(pieces.count)
    case .loop:
      var number: UInt64 = 1
      while number != 0 { number = number &* 6_364_136_223_846_793_005 | 1 }
    case .passwords:
      _ = try require(read: "/etc/shadow")
    case .connect:
      let stream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      try require(stream < 0 ? errno : 0)
    case .parent:
      _ = try require(read: "/proc/\(getppid())/mem")
    case .kill:
      try require(Glibc.kill(getppid(), SIGKILL) == 0 ? 0 : errno)
    }
  }

  private func require(read path: String) throws -> Int32 {
    let descriptor = open(path, O_RDONLY)
    try require(descriptor < 0 ? errno : 0)
    return descriptor
  }

  private func require(_ number: Int32) throws {
    guard number != 0 else { return }
    throw Refusal(description: "it tried \"\(rawValue)\": \(String(cString: strerror(number)))")
  }
}
