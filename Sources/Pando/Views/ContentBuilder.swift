/// Puts content and views together, from top to bottom.
@resultBuilder
public enum ContentBuilder<Content: ViewContent> {
  /// Content as it is.
  public static func buildExpression(_ content: Content) -> Content { content }

  /// Returns the content of a view.
  public static func buildExpression(_ view: some StoreView<Content>) -> Content { view.body }

  /// Nothing, for what is only done.
  public static func buildExpression(_ nothing: Void) -> Content { Content(parts: []) }

  /// All parts, in order.
  public static func buildBlock(_ parts: Content...) -> Content {
    parts.count == 1 ? parts[0] : Content(parts: parts)
  }

  /// The content of an `if` without `else`.
  public static func buildOptional(_ content: Content?) -> Content {
    content ?? Content(parts: [])
  }

  /// The content of a branch.
  public static func buildEither(first content: Content) -> Content { content }

  /// The content of the other branch.
  public static func buildEither(second content: Content) -> Content { content }

  /// The content of a loop's rounds, in order.
  public static func buildArray(_ parts: [Content]) -> Content { Content(parts: parts) }

  /// The content of a branch that asks for a version.
  public static func buildLimitedAvailability(_ content: Content) -> Content { content }
}
