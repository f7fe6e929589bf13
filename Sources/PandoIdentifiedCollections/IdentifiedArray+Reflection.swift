extension IdentifiedArray: CustomReflectable {
  /// A mirror of the elements, as of an array.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: orderedElements, displayStyle: .collection)
  }
}

extension IdentifiedArray: CustomStringConvertible {
  /// The description of the elements as an array.
  public var description: String {
    orderedElements.description
  }
}

extension IdentifiedArray: CustomDebugStringConvertible {
  /// The description of the elements as an array, with the type.
  public var debugDescription: String {
    "IdentifiedArray(\(orderedElements.debugDescription))"
  }
}
