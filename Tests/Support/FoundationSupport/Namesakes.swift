// A module of a user, whose name begins as that of a module of the system does.

/// A namespace with a state.
public enum FirstNamesake {
  /// A state.
  public struct State: Codable {
    var title = ""
  }
}

/// A namespace with another state of the same name.
public enum SecondNamesake {
  /// A state.
  public struct State: Codable {
    var count = 0
  }
}
