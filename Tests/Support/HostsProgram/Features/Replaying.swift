import Pando

private enum ReplayingKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}

extension DependencyValues {
  /// True in the store that only checks what another one did: its reducers start nothing.
  var isReplaying: Bool {
    get { self[ReplayingKey.self] }
    set { self[ReplayingKey.self] = newValue }
  }
}
