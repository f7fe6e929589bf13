prefix operator /

/// The case path of an enum's case: `/State.detail`.
///
/// For code from before key paths to cases. It finds the payload by reflection, which is far slower
/// than `\.detail` of a ``CasePathable`` enum. A case with several associated values is out of its reach.
///
/// Swift 6 mode reads two slashes on a line as a regular expression: give each a line of its own, or
/// write the key path.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(embed: embed, extract: { payload(of: $0, in: embed) })
}

/// The payload of an enum's case, as a function: `/State.detail`.
///
/// The same as the case path's `extract(from:)`.
public prefix func / <Root, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> @Sendable (Root) -> Value? {
  { payload(of: $0, in: embed) }
}

/// The case path of an enum's case that has no associated values: `/State.home`.
public prefix func / <Root: Sendable>(root: Root) -> AnyCasePath<Root, Void> {
  let name = caseName(of: root)
  return AnyCasePath(embed: { root }, extract: { caseName(of: $0) == name ? () : nil })
}

private func payload<Root, Value>(
  of root: Root, in embed: @Sendable (Value) -> Root
) -> Value? {
  let mirror = Mirror(reflecting: root)
  guard mirror.displayStyle == .enum, let held = mirror.children.first,
    let value = held.value as? Value ?? onlyPart(of: held.value) as? Value,
    caseName(of: embed(value)) == held.label
  else { return nil }
  return value
}

/// A value with a label is reflected as a tuple of one.
private func onlyPart(of value: Any) -> Any? {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .tuple, mirror.children.count == 1 else { return nil }
  return mirror.children.first?.value
}
