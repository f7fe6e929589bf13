/// Writes the conformance of an `@ObservableState` enum, line by line: it is observed by its case, and
/// by the payload of it.
struct ObservableEnumPrinter {
  let cases: [EnumCase]
  /// True if there may be more cases.
  let isOpen: Bool
  let access: String

  var conformance: [String] {
    ["\(access)static var _$observationPath: Swift.PartialKeyPath<Self>? {", "  nil", "}"]
      + ["\(access)static var _$fields: [\(Qualified.stateField)<Self>] {", "  []", "}"]
      + identity + track + adopt
  }

  private func isObservable(_ enumCase: EnumCase) -> Bool { enumCase.payloads.count == 1 }

  private func value(_ enumCase: EnumCase, _ text: String) -> String {
    ".\(enumCase.name)(\(enumCase.labelled { _ in text }))"
  }

  private var field: String { "\(Qualified.stateObservation).field(value)" }

  private var identity: [String] {
    let lines = cases.enumerated().flatMap { number, enumCase -> [String] in
      switch enumCase.payloads.count {
      case 0:
        ["case .\(enumCase.name):", "  return \(Qualified.stateIdentity).empty.inCase(\(number))"]
      case 1:
        [
          "case \(value(enumCase, "let value")):",
          "  return \(Qualified.stateObservation).identity(value).inCase(\(number))",
        ]
      default:
        [
          "case .\(enumCase.name):",
          "  return \(Qualified.stateIdentity).unknown.inCase(\(number))",
        ]
      }
    }
    let rest = isOpen ? ["default:", "  return \(Qualified.stateIdentity).unknown"] : []
    return
      ["\(access)var _$identity: \(Qualified.stateIdentity) {"]
      + ["  switch self {"] + (lines + rest).map { "  " + $0 } + ["  }", "}"]
  }

  private var track: [String] {
    let lines = cases.filter(isObservable).flatMap { enumCase -> [String] in
      [
        "case \(value(enumCase, "var value")):",
        "  \(field).track(&value, isDeep: isDeep)",
        "  self = \(value(enumCase, "value"))",
      ]
    }
    let isWhole = !isOpen && cases.allSatisfy(isObservable)
    let rest = isWhole ? [] : ["default:", "  break"]
    return
      ["\(access)mutating func _$track(isDeep: Swift.Bool) {"]
      + ["  switch self {"] + (lines + rest).map { "  " + $0 } + ["  }", "}"]
  }

  /// A payload is taken out of the value before it takes the old one's place: else each row in it that changes
  /// would copy all, which the value holds too.
  private var adopt: [String] {
    let lines = cases.flatMap { enumCase -> [String] in
      switch enumCase.payloads.count {
      case 0:
        return [
          "case .\(enumCase.name):",
          "  guard case .\(enumCase.name) = self else {", "    return true", "  }",
          "  return false",
        ]
      case 1:
        return [
          "case \(value(enumCase, "let old")):",
          "  guard case \(value(enumCase, "var value")) = self else {", "    return true", "  }",
          "  self = \(value(enumCase, "old"))",
          "  let isChanged = \(field).adopt(&value, old, isObserved: true)",
          "  self = \(value(enumCase, "value"))",
          "  return isChanged",
        ]
      default: return []
      }
    }
    let isWhole = !isOpen && cases.allSatisfy { $0.payloads.count < 2 }
    let rest = isWhole ? [] : ["default:", "  return true"]
    return
      ["\(access)mutating func _$adopt(_ old: Self) -> Swift.Bool {"]
      + ["  switch old {"] + (lines + rest).map { "  " + $0 } + ["  }", "}"]
  }
}
