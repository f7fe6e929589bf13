import SwiftSyntax

/// Looks for `store.send(.view(...))`.
final class ViewSendFinder: SyntaxVisitor {
  /// One of them.
  struct Call {
    let expression: FunctionCallExprSyntax
    /// The arguments of `.view(...)`.
    let viewArguments: LabeledExprListSyntax
  }

  private var calls: [Call] = []

  static func calls(in members: MemberBlockItemListSyntax) -> [Call] {
    let finder = ViewSendFinder(viewMode: .sourceAccurate)
    finder.walk(members)
    return finder.calls
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.isSendOfStore, node.arguments.count == 1,
      let view = node.arguments.first?.expression.as(FunctionCallExprSyntax.self),
      let member = view.calledExpression.as(MemberAccessExprSyntax.self),
      member.base == nil, member.declName.baseName.text == "view", view.trailingClosure == nil
    {
      calls.append(Call(expression: node, viewArguments: view.arguments))
    }
    return .visitChildren
  }
}

extension FunctionCallExprSyntax {
  /// True if this is `store.send(...)` or `self.store.send(...)`.
  fileprivate var isSendOfStore: Bool {
    guard
      let member = calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "send", let base = member.base
    else { return false }
    return ["store", "self.store"].contains(base.trimmedDescription)
  }
}
