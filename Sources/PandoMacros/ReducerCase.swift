import SwiftSyntax

/// One case of an enum of features.
struct ReducerCase {
  enum Kind {
    /// Holds a reducer of this type, made by this expression.
    case reducer(type: String, make: String)
    /// Holds state of this type, which is over with its first action.
    case ephemeral(type: String)
    /// Holds values.
    case ignored
  }

  let base: EnumCase
  let kind: Kind
  let isIndirect: Bool
  /// True if what it holds may be ephemeral state, as far as its type can be seen.
  let mayBeEphemeral: Bool

  init(_ element: EnumCaseElementSyntax, of declaration: EnumCaseDeclSyntax, enumName: TokenSyntax)
  {
    base = EnumCase(element, attributes: [], enumName: enumName)
    isIndirect = declaration.modifiers.isIndirect
    let type = element.parameterClause?.parameters.first?.type
    mayBeEphemeral = base.payloads.count == 1 && type?.isCertainlyNoReducer == false
    guard let payload = base.payloads.first, base.payloads.count == 1,
      !declaration.attributes.contains("ReducerCaseIgnored"),
      let parameter = element.parameterClause?.parameters.first
    else {
      kind = .ignored
      return
    }
    let isEphemeral =
      declaration.attributes.contains("ReducerCaseEphemeral")
      || ["AlertState", "ConfirmationDialogState"].contains(parameter.type.baseName)
    if isEphemeral {
      kind = .ephemeral(type: payload.type)
    } else if parameter.type.isCertainlyNoReducer {
      // It was reported.
      kind = .ignored
    } else {
      let written = parameter.defaultValue?.value.trimmedDescription
      kind = .reducer(type: payload.type, make: written ?? "\(payload.type)()")
    }
  }

  var name: String { base.name }

  /// The types that the case has in the derived state, with their labels.
  var state: String {
    switch kind {
    case .reducer(let type, _): "(\(base.labelled { _ in "\(type).State" }))"
    case .ephemeral, .ignored: base.payloads.isEmpty ? "" : "(\(types))"
    }
  }

  /// The type that the case has in the derived action.
  var action: String {
    switch kind {
    case .reducer(let type, _), .ephemeral(let type): "(\(type).Action)"
    case .ignored: "(\(Qualified.never))"
    }
  }

  /// The types that the case has in `CaseScope`, with their labels.
  var scope: String {
    switch kind {
    case .reducer(let type, _): "(\(base.labelled { _ in "\(Qualified.storeOf)<\(type)>" }))"
    case .ephemeral, .ignored: base.payloads.isEmpty ? "" : "(\(types))"
    }
  }

  private var types: String { base.labelled { base.payloads[$0].type } }
}
