/// Which state is presented, for telling whether the parent has put another in its place.
///
/// That is another case of an enum, or a value with another `id`: in the case of an enum, or by itself.
/// Cases that differ in their labels alone are taken for one: the runtime tells cases by their names.
struct PresentedIdentity: Equatable {
  private let caseName: String?
  private let id: AnyHashable?

  /// By reflection: asked only when state is about to be cleared.
  init(_ state: Any) {
    caseName = enumCaseName(of: state)
    let mirror = Mirror(reflecting: state)
    let payload = mirror.displayStyle == .enum ? mirror.children.first?.value : nil
    id = payload.flatMap { Self.id(of: $0) } ?? Self.id(of: state)
  }

  private static func id(of value: Any) -> AnyHashable? {
    func id(_ value: some Identifiable) -> AnyHashable { AnyHashable(value.id) }
    return (value as? any Identifiable).map { id($0) }
  }
}
