import Foundation
import PandoHosting

/// A worker, as a shared registry has it.
struct WorkerDocument: Hashable, Codable {
  var worker: WorkerRecord
  /// When it joined, in milliseconds since 1970.
  var joinedMilliseconds: Int64
}

/// A worker's load, as a shared registry has it.
struct LoadDocument: Hashable, Codable {
  var load: WorkerLoad
  /// The endpoint of the coordinator that heard of it.
  var coordinator: String
}

/// A feature that is hosted, or was not long ago, as the leader has written it.
struct FeatureDocument: Hashable, Codable {
  var feature: FeatureDescriptor
  /// The term of the leader that wrote it.
  var term: Int64
}

/// That a client could not reach a worker.
struct SuspectDocument: Hashable, Codable {
  /// The endpoint of the coordinator to which the client said so.
  var coordinator: String
  /// Names the life of that coordinator; nil where it does not say.
  var life: String?
}

/// A drain of a worker, as a shared registry has it.
struct DrainDocument: Hashable, Codable {
  /// When it was asked for, in milliseconds since 1970.
  var askedMilliseconds: Int64
  /// The time from then on that effects may take.
  var withinMilliseconds: Int
  /// True if the process of the worker is about to end.
  var isEnding: Bool

  /// Returns the time that is left. Coordinators' clocks may differ: it is never longer than was asked for.
  func leftMilliseconds(_ clock: RegistryClock) -> Int {
    let within = min(max(0, withinMilliseconds), DrainLeft.millisecondsAtMost)
    let (past, isHuge) = clock.wallMilliseconds.subtractingReportingOverflow(askedMilliseconds)
    if isHuge { return askedMilliseconds < 0 ? 0 : within }
    return within - Int(min(max(0, past), Int64(within)))
  }
}

/// The values of a shared registry are JSON, so that people can read them.
enum RegistryJSON {
  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return Array(try encoder.encode(value))
    } catch {
      // Loads may be no numbers; everything else can always be written.
      return Array("null".utf8)
    }
  }

  /// Nil for what a later version may have written.
  static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}
