/// Where the demo says what happens.
protocol DemoOutput: Sendable {
  /// Something happened.
  func event(_ text: String)

  /// Shows the state of things; called about ten times a second.
  func show(_ view: DemoView)

  /// Nothing more comes; called once.
  func end()
}

/// Says nothing.
struct SilentOutput: DemoOutput {
  func event(_ text: String) {}
  func show(_ view: DemoView) {}
  func end() {}
}
