/// The facts about a type of value that the codec needs.
struct TypePlan: TypeBound {
  let identity: UInt
  let next: UnsafePointer<TypePlan>?
  /// The type itself, when it encodes itself.
  let direct: (any WireCodable.Type)?
  /// Nil for a type that encodes itself.
  let traffic: CodableTraffic?
  let isOptional: Bool
  /// Nil for a type whose values lie in no boxes that it has itself.
  let boxes: BoxedCases?

  private static let table = PlanTable<TypePlan>()

  @inline(__always)
  static func of(_ type: Any.Type) -> UnsafePointer<TypePlan> {
    table.plan(type) { next in make(type, next) }
  }

  @inline(never)
  private static func make(
    _ type: Any.Type, _ next: UnsafePointer<TypePlan>?
  ) -> UnsafePointer<TypePlan> {
    let plan = UnsafeMutablePointer<TypePlan>.allocate(capacity: 1)
    let direct = type as? any WireCodable.Type
    plan.initialize(
      to: TypePlan(
        identity: PlanTable<TypePlan>.identity(type), next: next,
        direct: direct, traffic: direct == nil ? CodableTraffic() : nil,
        isOptional: type is any OptionalValue.Type,
        boxes: BoxedCases(type)))
    return UnsafePointer(plan)
  }
}

/// Tells an Optional from other types.
private protocol OptionalValue {}

extension Optional: OptionalValue {}
