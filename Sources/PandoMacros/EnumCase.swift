import SwiftSyntax

/// One case of an enum, as the expansion of `@CasePathable` needs it.
struct EnumCase {
  struct Payload {
    /// The label at the case, `nil` for none.
    var label: String?
    var type: String
  }

  /// The name as written, with its backticks.
  var name: String
  /// The attributes that the case path shares, such as `@available`, each a line.
  var attributes: [String]
  var payloads: [Payload]
  /// True if the payload lies in a box, because the case or its enum says so. Set for the coding alone.
  var isIndirect = false

  init(_ element: EnumCaseElementSyntax, attributes: [String], enumName: TokenSyntax) {
    self.name = element.name.trimmedDescription
    self.attributes = attributes
    self.payloads = (element.parameterClause?.parameters ?? []).map { parameter in
      let label = parameter.firstName?.trimmedDescription
      let type = SelfReplacer(name: enumName).rewrite(parameter.type).trimmedDescription
      return Payload(label: label == "_" ? nil : label, type: type)
    }
  }
}

extension EnumCase {
  /// The type of the whole payload: `Void`, the one type, or a tuple.
  var valueType: String {
    switch payloads.count {
    case 0: Qualified.void
    case 1: payloads[0].type
    default: "(\(list { _, payload in payload.type }))"
    }
  }

  /// True if this is `case binding(BindingAction<State>)`.
  var isBinding: Bool {
    guard name == "binding", payloads.count == 1 else { return false }
    return payloads[0].type.split(separator: ".").contains { $0.hasPrefix("BindingAction<") }
  }

  /// The names that the payloads are bound to, labelled: `x: value0, value1`.
  var boundValues: String {
    list { position, _ in "value\(position)" }
  }

  /// The pattern that binds each payload: `.name(let value0, let value1)`.
  var pattern: String {
    let bindings = payloads.indices.map { "let value\($0)" }
    return bindings.isEmpty ? ".\(name)" : ".\(name)(\(bindings.joined(separator: ", ")))"
  }

  /// The parts of a tuple, labelled: `x: $0.0, $0.1`.
  func parts(of tuple: String) -> String {
    list { position, _ in "\(tuple).\(position)" }
  }

  /// One text for each payload, labelled: `x: text, text`.
  func labelled(_ text: (Int) -> String) -> String {
    list { position, _ in text(position) }
  }

  private func list(_ element: (Int, Payload) -> String) -> String {
    payloads.enumerated().map { position, payload in
      let label = payload.label.map { "\($0): " } ?? ""
      return label + element(position, payload)
    }
    .joined(separator: ", ")
  }
}

/// Replaces `Self`, which would mean `AllCasePaths` inside that struct, by the name of the enum.
private final class SelfReplacer: SyntaxRewriter {
  let name: TokenSyntax

  init(name: TokenSyntax) {
    self.name = name
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
    return TypeSyntax(
      node.with(\.name, .identifier(name.text, trailingTrivia: node.name.trailingTrivia))
    )
  }
}
