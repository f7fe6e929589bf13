prefix operator /

/// The case path of an enum's case: `/State.detail`.
///
/// For code from before key paths to cases. It finds the payload by reflection, which is far slower
/// than `\.detail` of a ``CasePathable`` enum.
///
/// `embed` is a case of an enum, which any thread may call: Swift 5 mode does not know that of it.
///
/// Swift 6 mode reads two slashes on a line as a regular expression: give each a line of its own, or
/// write the key path.
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(uncheckedEmbed: embed, extract: { payload(of: $0, in: embed) })
}

/// The case path of an enum's case with two associated values: `/Action.row(id:action:)`.
public prefix func / <Root, First, Second>(
  embed: @escaping (First, Second) -> Root
) -> AnyCasePath<Root, (First, Second)> {
  AnyCasePath(
    uncheckedEmbed: { embed($0.0, $0.1) },
    extract: { root in
      let mirror = Mirror(reflecting: root)
      guard mirror.displayStyle == .enum, let held = mirror.children.first else { return nil }
      let parts = Mirror(reflecting: held.value).children.map(\.value)
      guard parts.count == 2, let first = parts[0] as? First, let second = parts[1] as? Second,
        caseName(of: embed(first, second)) == held.label
      else { return nil }
      return (first, second)
    })
}

/// The payload of an enum's case, as a function: `/State.detail`.
///
/// The same as the case path's `extract(from:)`.
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> @Sendable (Root) -> Value? {
  let path: AnyCasePath<Root, Value> = /embed
  return { path.extract(from: $0) }
}

/// The case path of an enum's case that has no associated values: `/State.home`.
public prefix func / <Root: Sendable>(root: Root) -> AnyCasePath<Root, Void> {
  let name = caseName(of: root)
  return AnyCasePath(embed: { root }, extract: { caseName(of: $0) == name ? () : nil })
}

/// The case of an enum as a key path, where an operator takes one: `/Action.detail`.
///
/// The same as the case path, and as slow: write `\.detail`.
@_disfavoredOverload
public prefix func / <Root, Value>(
  embed: @escaping (Value) -> Root
) -> CaseKeyPath<Root, Value> {
  let path: AnyCasePath<Root, Value> = /embed
  return \Case<Root>.[CasePathElement(path)]
}

private func payload<Root, Value>(
  of root: Root, in embed: (Value) -> Root
) -> Value? {
  var mirror = Mirror(reflecting: root)
  // Through an optional of the enum: `/State.detail` where the root is `State?`.
  if mirror.displayStyle == .optional, let held = mirror.children.first, !(held.value is Value) {
    mirror = Mirror(reflecting: held.value)
  }
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
