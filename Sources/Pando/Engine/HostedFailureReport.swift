public import FoundationEssentials
import PandoHosting
import PandoWire

/// An action that no worker could reduce, and the state that it met: what replays the failure in a test.
///
/// ```swift
/// let report = try HostedFailureReport(contentsOf: url)
/// let (state, action) = try report.decode(Search.self)
/// let store = TestStore(initialState: state) { Search() }
/// await store.send(action)
/// ```
public struct HostedFailureReport: Codable, Hashable, Sendable {
  /// The qualified name of the feature's type.
  public let feature: String
  /// Why the action was not reduced.
  public let reason: String
  /// The feature's state before the action, as it went to the worker.
  public let state: Data
  /// The action, as it went to the worker.
  public let action: Data

  fileprivate init(feature: String, reason: String, state: Data, action: Data) {
    self.feature = feature
    self.reason = reason
    self.state = state
    self.action = action
  }

  /// Reads the file that a store left.
  ///
  /// - Throws: What the file system or `JSONDecoder` has against it.
  public init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
  }

  /// The state and the action, for a feature of the same source.
  ///
  /// - Throws: Why the bytes are no state and action of the feature.
  public func decode<R: Reducer>(_ feature: R.Type) throws -> (state: R.State, action: R.Action)
  where R.State: Codable, R.Action: Codable {
    (
      try WireDecoder.decode(R.State.self, from: [UInt8](state)),
      try WireDecoder.decode(R.Action.self, from: [UInt8](action))
    )
  }

  /// Writes it to a new file, and returns a line that says so, or why not.
  func write(to folder: URL) -> String {
    let name = feature.filter { $0.isLetter || $0.isNumber || $0 == "." }
    let file = folder.appending(component: "\(name)-\(UUID().uuidString).json")
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(self).write(to: file, options: .atomic)
      return "Replay: \(file.path)"
    } catch {
      return "It could not be kept at \(file.path): \(error)"
    }
  }
}

/// A failure to be reported once the store's lock is free. It copies nothing: one action after the other may fail, each
/// with the same large state.
struct HostedFailureRecord {
  private let feature: String
  private let reason: HostedFailureReason
  private let state: [UInt8]
  private let action: ByteString?

  init(_ lane: AnyLane, _ reason: HostedFailureReason) {
    feature = lane.feature.descriptor.name
    self.reason = reason
    state = lane.machine.base
    action = lane.machine.headAction?.bytes
  }

  /// The report, with copies of what it is about.
  var report: HostedFailureReport {
    HostedFailureReport(
      feature: feature, reason: "\(reason)", state: Data(state),
      action: action.map { $0.withUnsafeBytes { Data($0) } } ?? Data())
  }
}
