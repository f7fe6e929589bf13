import SwiftSyntax

/// Writes the members of a client, line by line.
struct DependencyClientPrinter {
  struct Initializer {
    let labels: [String]
    let lines: [String]
  }

  let name: String
  let access: String
  let properties: [ClientProperty]

  /// Takes every property; nil where that is none.
  var memberwise: Initializer? {
    guard !properties.isEmpty else { return nil }
    let parameters = properties.map { property in
      let type = property.function == nil ? property.type : property.type.escaping
      let value = property.defaultArgument.map { " = \($0)" } ?? ""
      return "  \(property.name): \(type)\(value)"
    }
    let assignments = properties.map { "  self.\($0.name) = \($0.name)" }
    return Initializer(
      labels: properties.map(\.name),
      lines: ["\(access)init("] + [parameters.joined(separator: ",\n")] + [") {"] + assignments
        + ["}"])
  }

  /// Makes every closure report; nil where another property has no value of its own.
  var unimplemented: Initializer? {
    guard properties.allSatisfy({ $0.function != nil || $0.defaultArgument != nil }) else {
      return nil
    }
    // Without closures, the initialiser that takes every property takes none as well.
    guard properties.isEmpty || properties.contains(where: { $0.function != nil }) else {
      return nil
    }
    let assignments = properties.flatMap { property in
      if let function = property.function { return assignment(of: property, function) }
      guard property.isConstant, let value = property.defaultArgument else { return [] }
      return ["  self.\(property.name) = \(value)"]
    }
    return Initializer(labels: [], lines: ["\(access)init() {"] + assignments + ["}"])
  }

  /// One for each closure with named parameters.
  var methods: [[String]] {
    properties.compactMap { property in
      guard let function = property.function, function.hasLabels else { return nil }
      return method(for: property, function)
    }
  }

  private func assignment(of property: ClientProperty, _ function: FunctionTypeSyntax) -> [String] {
    let report = "\(Qualified.unimplemented).report(\"\(name).\(bare(property.name))\")"
    let count = function.parameters.count
    guard let initialValue = property.initialValue else {
      let ignored = count == 0 ? "" : Array(repeating: "_", count: count).joined(separator: ", ")
      return [
        "  self.\(property.name) = {\(count == 0 ? "" : " \(ignored) in")",
        "    \(function.canFail ? "throw " : "")\(report)",
      ] + last(of: function) + [
        "  }"
      ]
    }
    let names = (0..<count).map { "value\($0)" }
    let arguments = zip(names, function.parameters).map { $1.argument($0) }
    let effects = function.typedEffects
    let list = count == 0 ? "()" : names.joined(separator: ", ")
    let head = count == 0 && effects.isEmpty ? "" : " \(list)\(effects) in"
    return [
      "  self.\(property.name) = {\(head)",
      "    \(report)",
      "    let placeholder: \(property.type) = \(initialValue.trimmedDescription)",
      "    return \(function.callPrefix)placeholder(\(arguments.joined(separator: ", ")))",
      "  }",
    ]
  }

  /// The last line of a closure without a default. One that needs a default was reported.
  private func last(of function: FunctionTypeSyntax) -> [String] {
    if !function.hasOwnEnd { return ["    Swift.fatalError()"] }
    return function.returnsOptional && !function.canFail ? ["    return nil"] : []
  }

  private func method(for property: ClientProperty, _ function: FunctionTypeSyntax) -> [String] {
    var parameters: [String] = []
    var arguments: [String] = []
    for (index, element) in function.parameters.enumerated() {
      // Not by the label: that may be a word which names no variable, as `in` is.
      let value = "value\(index)"
      parameters.append("\(element.label ?? "_") \(value): \(element.parameterType)")
      arguments.append(element.argument(value))
    }
    let effects = function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    let result = function.returnsVoid ? "" : " -> \(function.returnClause.type.trimmedDescription)"
    let list = parameters.joined(separator: ", ")
    return [
      "\(property.type.isolation)\(access)func \(property.name)(\(list))\(effects)\(result) {",
      "  \(function.callPrefix)self.\(property.name)(\(arguments.joined(separator: ", ")))",
      "}",
    ]
  }

  private func bare(_ name: String) -> String { name.filter { $0 != "`" } }
}
