#if Diffs
  import CustomDump

  /// A shared value inside a comparison of two moments, of which `diff` shows both sides.
  struct ComparedValue: _CustomDiffObject, Equatable {
    private let left: Any
    private let right: Any
    let _objectIdentifier: ObjectIdentifier

    /// Nil outside of a comparison.
    init?<Value>(_ location: any SharedLocation<Value>) {
      guard let (left, right) = SharedSnapshot.compared(location) else { return nil }
      (self.left, self.right) = (left, right)
      _objectIdentifier = ObjectIdentifier(location)
    }

    var _customDiffValues: (Any, Any) { (left, right) }

    /// Never equal: one is only asked for where the shared values differ.
    static func == (left: ComparedValue, right: ComparedValue) -> Bool { false }
  }
#endif
