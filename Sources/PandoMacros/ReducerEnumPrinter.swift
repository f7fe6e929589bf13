import SwiftSyntax

/// Writes what `@Reducer` adds to an enum of features.
struct ReducerEnumPrinter {
  let enumName: String
  let access: String
  let cases: ReducerCaseList
  let isIndirect: Bool
  /// True if the enum declares its action, in which an ignored case may have actions too.
  let hasOwnAction: Bool
  let stateConformances: [String]
  let actionConformances: [String]

  /// Has no attached macros of its own: what those of an expansion add to the file is one of the things
  /// that the compiler must not meet while it checks the file's other declarations.
  var state: [String] {
    let derived = DerivedEnum(
      name: "State", access: access,
      cases: cases.lines { ["\(indirectly($0))case \($0.name)\($0.state)"] },
      isIndirect: isIndirect)
    let coding = isCoded(stateConformances) ? derived.coding : nil
    return ["@dynamicMemberLookup"]
      + block(
        """
        \(indirectly)enum State: \
        \(conformances(
          stateConformances,
          [Qualified.caseReducerState, derived.casePathProtocol, Qualified.observableState], coding))
        """
      ) {
        ["\(access)typealias StateReducer = \(enumName)"] + derived.cases + derived.casePaths
          + derived.observation + (coding ?? [])
      }
  }

  var action: [String] {
    let derived = DerivedEnum(
      name: "Action", access: access,
      cases: cases.lines { ["\(indirectly($0))case \($0.name)\($0.action)"] },
      isIndirect: isIndirect)
    let coding = isCoded(actionConformances) ? derived.coding : nil
    return block(
      """
      \(indirectly)enum Action: \(conformances(actionConformances, [derived.casePathProtocol], coding))
      """
    ) {
      derived.cases + derived.casePaths + (coding ?? [])
    }
  }

  var bodyType: [String] {
    ["\(access)typealias Body = \(Qualified.reduce)<Self.State, Self.Action>"]
  }

  var body: [String] {
    block("static var body: Body") {
      ["\(Qualified.reduce)("]
        + indented(
          ["\(Qualified.combineReducers)<Self.State, Self.Action, _> {"]
            + indented(cases.lines(scopes)) + ["}"]) + [")"]
    }
  }

  private func scopes(_ reducerCase: ReducerCase) -> [String] {
    let name = reducerCase.name
    let child: String
    switch reducerCase.kind {
    case .reducer(_, let make): child = make
    case .ephemeral(let type):
      child = "\(Qualified.emptyReducer)<\(type), \(type).Action>()"
    case .ignored: return []
    }
    return [
      "\(Qualified.scope)(state: \\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name)) {",
      "  \(child)",
      "}",
    ]
  }

  var caseScope: [String] {
    block("enum CaseScope") {
      cases.lines { ["case \($0.name)\($0.scope)"] }
    }
  }

  var scope: [String] {
    block(
      "static func scope(_ store: \(Qualified.store)<Self.State, Self.Action>) -> CaseScope"
    ) {
      switching(over: "store._$state") { reducerCase in
        let base = reducerCase.base
        guard case .reducer = reducerCase.kind else {
          let values = base.payloads.isEmpty ? "" : "(\(base.boundValues))"
          return ["case \(base.pattern):", "  return .\(base.name)\(values)"]
        }
        let store =
          "store.scope(value0, in: \\Self.State.Cases.\(base.name), "
          + "action: \\Self.Action.Cases.\(base.name))"
        return ["case \(base.pattern):", "  return .\(base.name)(\(base.labelled { _ in store }))"]
      }
    }
  }

  var caseNumber: [String] {
    var number = -1
    return block("static func caseNumber(of state: Self.State) -> \(Qualified.int)") {
      switching(over: "state") { reducerCase in
        number += 1
        return ["case .\(reducerCase.name):", "  return \(number)"]
      }
    }
  }

  /// Empty where no case is ephemeral.
  var isOver: [String] {
    guard cases.contains(where: { $0.isEphemeral || mayBeEphemeral($0) }) else { return [] }
    return block(
      """
      static func isOver(_ state: Self.State, after action: Self.Action) -> \(Qualified.bool)
      """
    ) {
      ["switch (state, action) {"]
        + cases.lines { reducerCase in
          let name = reducerCase.name
          if reducerCase.isEphemeral { return ["case (.\(name), .\(name)):", "  return true"] }
          guard mayBeEphemeral(reducerCase) else { return [] }
          return [
            "case (\(reducerCase.base.pattern), _):",
            "  return isOver(ignored: value0, after: action)",
          ]
        } + ["default:", "  return false", "}"]
    }
  }

  /// The compiler knows what an ignored case holds, and chooses by that.
  private func mayBeEphemeral(_ reducerCase: ReducerCase) -> Bool {
    guard hasOwnAction, case .ignored = reducerCase.kind else { return false }
    return reducerCase.mayBeEphemeral
  }

  // MARK: - Parts

  private func switching(
    over value: String, _ lines: (ReducerCase) -> [String]
  ) -> [String] {
    ["switch \(value) {"] + cases.lines(lines) + ["}"]
  }

  private func block(_ head: String, _ lines: () -> [String]) -> [String] {
    ["\(access)nonisolated \(head) {"] + indented(lines()) + ["}"]
  }

  private func indented(_ lines: [String]) -> [String] {
    lines.map { $0.hasPrefix("#") ? $0 : "  \($0)" }
  }

  private var indirectly: String { isIndirect ? "indirect " : "" }

  private func indirectly(_ reducerCase: ReducerCase) -> String {
    reducerCase.isIndirect ? "indirect " : ""
  }

  private func conformances(
    _ names: [String], _ others: [String], _ coding: [String]?
  ) -> String {
    let coded = coding == nil ? [] : [Qualified.wireCodable]
    let written = names.filter { $0 != "Sendable" }.map { "Swift.\($0)" }
    return (others + [Qualified.sendable] + written + coded).joined(separator: ", ")
  }

  private func isCoded(_ names: [String]) -> Bool {
    let isCodable =
      names.contains("Codable") || Set(["Encodable", "Decodable"]).isSubset(of: names)
    return isCodable && !cases.hasConditions
  }
}

extension ReducerCase {
  fileprivate var isEphemeral: Bool {
    if case .ephemeral = kind { true } else { false }
  }
}
