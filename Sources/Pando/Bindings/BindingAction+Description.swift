#if Diffs
  public import CustomDump
#endif

extension BindingAction: CustomStringConvertible, CustomDebugStringConvertible {
  /// As it is written in source, of a long value the beginning.
  public var description: String {
    ".set(\(propertyName), \(ValueWords.text(of: value, isSource: true)))"
  }

  /// As it is written in source.
  public var debugDescription: String { description }

  /// The key path as it is written, where the state knows its properties by name.
  private var propertyName: String {
    Self.field { $0.keyPath == keyPath as AnyKeyPath }.map { "\\.\($0.name)" } ?? "\(keyPath)"
  }
}

#if Diffs
  extension BindingAction: CustomDumpStringConvertible {
    /// The text that a test's failure shows.
    public var customDumpDescription: String { description }
  }
#endif
