/// A part of what is shown, made from a store.
///
/// ```swift
/// struct CounterView: StoreView {
///   let store: StoreOf<Counter>
///
///   var body: Lines {
///     WithViewStore(store, observe: \.count) { viewStore in
///       Lines("Count: \(viewStore.state)")
///     }
///   }
/// }
/// ```
public protocol StoreView<Content>: SendableMetatype {
  /// The type of the content.
  associatedtype Content: ViewContent

  /// The content now.
  @ContentBuilder<Content> var body: Content { get }
}
