extension Shared {
  /// The same value, for those who only read it.
  public var read: SharedReader<Value> { SharedReader(self) }

  /// A part of the value that can be read and not changed: `$user.id`, where `id` is a constant.
  @_disfavoredOverload
  public subscript<Member: Sendable>(
    dynamicMember keyPath: any KeyPath<Value, Member> & Sendable
  ) -> SharedReader<Member> {
    SharedReader(self)[dynamicMember: keyPath]
  }
}
