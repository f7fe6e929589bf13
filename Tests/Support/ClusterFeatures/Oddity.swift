import Foundation
package import Synchronization

/// A value that is hard to put into words, and that no worker gets, or survives.
package struct Oddity: Codable, Equatable, Sendable {
  package enum Content: Sendable {
    case plain
    /// Ends the process that reduces it.
    case deadly
    case deep(Chain)
    case wide([String])
    case bytes([UInt8])
    case loop(Loop)
    /// No worker gets it either, and its description is one word.
    case small
  }

  /// The answer to whoever asks for its description or its mirror.
  package enum Telling: CaseIterable, Sendable {
    case traps, sleeps, lies, recurses
  }

  package struct Unspeakable: Error {}

  package let content: Content
  package let telling: Telling

  package init(_ content: Content, _ telling: Telling) {
    self.content = content
    self.telling = telling
  }

  package static let small = Oddity(.small, .traps)

  package var isDeadly: Bool { if case .deadly = content { true } else { false } }

  package static func == (left: Oddity, right: Oddity) -> Bool {
    left.isDeadly == right.isDeadly && left.telling == right.telling
  }

  package init(from decoder: any Decoder) throws {
    let isDeadly = try decoder.singleValueContainer().decode(Bool.self)
    self.init(isDeadly ? .deadly : .plain, .traps)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch content {
    case .plain: try container.encode(false)
    case .deadly: try container.encode(true)
    case .deep(let chain): try container.encode(chain)
    case .bytes(let bytes): try container.encode(bytes)
    case .wide, .loop, .small: throw Unspeakable()
    }
  }

  /// The number of times that one was asked for, of another than a small one.
  package static let tellings = Atomic<Int>(0)

  package func tell() -> String {
    if case .small = content { return "small" }
    Self.tellings.add(1, ordering: .relaxed)
    switch telling {
    case .traps: fatalError("an oddity is asked for its description")
    case .sleeps: sleep(60)
    case .lies: return String(repeating: "x", count: 200 << 20)
    case .recurses: return "\(self)!"
    }
    return ""
  }
}

extension Oddity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { tell() }
  package var debugDescription: String { tell() }
  package var customMirror: Mirror { Mirror(self, children: ["text": tell()]) }
}

/// A value with as many others in it as one likes. The runtime frees them by calling itself for each, so that long ones
/// are kept for ever.
package indirect enum Chain: Codable, Sendable {
  case end
  case link(Chain)

  /// Some of 0 to 20,000 links.
  package static let kept: [Chain] = {
    var (chain, kept) = (Chain.end, [Chain.end])
    for length in 1...20_000 {
      chain = .link(chain)
      if [40, 127, 1_000, 7_000, 20_000].contains(length) { kept.append(chain) }
    }
    return kept
  }()
}

/// An object that holds itself, by some others.
package final class Loop: Sendable {
  private let next = Mutex<Loop?>(nil)

  package init(_ count: Int) {
    var last = self
    for _ in 0..<count {
      let node = Loop(0)
      node.next.withLock { $0 = last }
      last = node
    }
    next.withLock { $0 = last }
  }
}
