import Pando
import PandoWire
import Synchronization

/// Advice on types that cost more to send to a worker than they need to, where they are sent in such numbers that it
/// shows. Rows of four fields took 8 to 17 ns a byte to encode or decode by `Codable` alone: 16 MiB within 10 s are 1 to 3
/// % of a core, at the worker once more.
struct CodingAdvice {
  /// A feature, and what had been coded of it when somebody last looked.
  private struct Watched {
    let feature: String
    let parts: [CodablePart]
    var byteCounts: [Int]
  }

  static let byteCount = 16 << 20
  static let milliseconds = 10_000

  /// The features that were spoken of in this process, which may have several pools.
  private static let told = Mutex<Set<String>>([])

  private var watched: [Watched] = []
  private var lastLook: Int?
  private let count: @Sendable (Any.Type) -> Int

  /// - Parameter count: tells how many bytes of a type's values were coded by `Codable` alone so far.
  init(count: @escaping @Sendable (Any.Type) -> Int = codableByteCount) { self.count = count }

  mutating func watch(_ feature: String, _ parts: [CodablePart]) {
    guard !parts.isEmpty else { return }
    watched.append(
      Watched(feature: feature, parts: parts, byteCounts: parts.map { count($0.type) }))
  }

  /// Returns what is to be said now, at most once of each feature. Looks when the last look is long enough ago.
  mutating func look(now: Int) -> [String] {
    guard let last = lastLook else {
      lastLook = now
      return []
    }
    guard !watched.isEmpty, now - last >= Self.milliseconds else { return [] }
    lastLook = now
    var texts: [String] = []
    watched = watched.compactMap { feature in
      var feature = feature
      let counts = feature.parts.map { count($0.type) }
      let grown = zip(counts, feature.byteCounts).map { $0 - $1 }
      feature.byteCounts = counts
      // A look that comes late has more to count.
      guard grown.reduce(0, +) / (now - last) >= Self.byteCount / Self.milliseconds else {
        return feature
      }
      if Self.told.withLock({ $0.insert(feature.feature).inserted }) {
        texts.append(
          Self.text(feature.feature, zip(feature.parts, grown).filter { $0.1 > 0 }, now - last))
      }
      return nil
    }
    return texts
  }

  private static func text(
    _ feature: String, _ parts: [(part: CodablePart, bytes: Int)], _ milliseconds: Int
  ) -> String {
    let names = parts.sorted { $0.bytes > $1.bytes }.prefix(5)
      .map { "\($0.part.name) (\($0.bytes >> 20) MiB)" }
    return """
      \(feature) has types that Codable alone describes, and much of them was sent in the last \
      \(milliseconds / 1_000) s: \(names.joined(separator: ", ")). They take several times as long as others, and are \
      sent whole whatever has changed in them. Declare them inside the type with "@Reducer", or attach "@WireCoded". A \
      type with an "init(from:)" or "encode(to:)" of its own has to stay as it is.
      """
  }
}
