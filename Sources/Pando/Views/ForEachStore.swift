/// Shows something for each element of a collection, in its order.
///
/// A frame is rendered again when elements come, go or move; what the content observes by itself is
/// another matter.
public struct ForEachStore<
  ID: Hashable & Sendable, EachState: Sendable, EachAction: Sendable, Content: ViewContent
>: StoreView {
  private let store: Store<IdentifiedArray<ID, EachState>, IdentifiedAction<ID, EachAction>>
  private let content: (Store<EachState, EachAction>) -> Content

  /// Shows `content` for each element.
  ///
  /// - Parameters:
  ///   - store: A store of the elements.
  ///   - content: What is shown for one.
  public init(
    _ store: Store<IdentifiedArray<ID, EachState>, IdentifiedAction<ID, EachAction>>,
    @ContentBuilder<Content> content: @escaping (_ store: Store<EachState, EachAction>) -> Content
  ) {
    self.store = store
    self.content = content
  }

  /// The content now.
  public var body: Content {
    let ids = ViewObservations.looking { store.withState { Array($0.ids) } }
    ViewObservations.note { [store] in store.withState { !$0.ids.elementsEqual(ids) } }
    let elements = ViewObservations.looking { ids.compactMap { store.element(id: $0) } }
    return Content(parts: elements.map(content))
  }
}
