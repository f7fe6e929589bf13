extension CodingUserInfoKey {
  /// There while Pando's own codec encodes or decodes: a type may write more than for others.
  package static let wire = CodingUserInfoKey(rawValue: "pando.wire")!

  static let wireInfo: [CodingUserInfoKey: any Sendable] = [wire: true]
}
