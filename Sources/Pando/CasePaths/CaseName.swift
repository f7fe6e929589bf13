/// The name of an enum's case, whatever it holds.
func caseName(of value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum, let held = mirror.children.first else { return "\(value)" }
  return held.label ?? "\(value)"
}
