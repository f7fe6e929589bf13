/// The name of an enum's case, whatever it holds.
package func caseName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  // An optional of an enum stands for the enum.
  if mirror.displayStyle == .optional, let held = mirror.children.first,
    Mirror(reflecting: held.value).displayStyle == .enum
  {
    return caseName(of: held.value)
  }
  guard mirror.displayStyle == .enum, let held = mirror.children.first else { return "\(value)" }
  return held.label ?? "\(value)"
}
