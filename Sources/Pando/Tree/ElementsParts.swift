/// The parts that a node of many children gives to the logic that its operator makes for it.
@usableFromInline
struct ElementsParts<State, Action, ElementState, ElementAction, ID> {
  /// Where the collection lies; negative when it is not a stored property.
  @usableFromInline let offset: Int
  @usableFromInline let element: Node<ElementState, ElementAction>.Logic
  @usableFromInline let parent: Node<State, Action>.Logic
  /// Does what the logic leaves, for any types.
  @usableFromInline let aside: Node<State, Action>.Logic
  /// Returns the effect of an element as one of its parent.
  @usableFromInline let embed:
    (UnsafeMutablePointer<State>, Effect<ElementAction>, ID) -> Effect<Action>

  /// Makes the logic. A struct, because a cast of a function puts a thunk around what it returns.
  @usableFromInline
  struct Maker {
    let make: (ElementsParts) -> Node<State, Action>.Logic

    @usableFromInline
    init(_ make: @escaping (ElementsParts) -> Node<State, Action>.Logic) {
      self.make = make
    }
  }

  init(
    offset: Int,
    element: @escaping Node<ElementState, ElementAction>.Logic,
    parent: @escaping Node<State, Action>.Logic,
    aside: @escaping Node<State, Action>.Logic,
    embed: @escaping (UnsafeMutablePointer<State>, Effect<ElementAction>, ID) -> Effect<Action>
  ) {
    self.offset = offset
    self.element = element
    self.parent = parent
    self.aside = aside
    self.embed = embed
  }

  /// Returns the logic, for the types of whoever calls this: the element first, the parent second.
  ///
  /// - Parameters:
  ///   - elements: The type of the collection.
  ///   - extract: Returns the action of an element; nil where the action is not for one.
  @inlinable
  func logic<Elements: ElementsState, Requests: ElementsAction>(
    in elements: Elements.Type, _ extract: @escaping (Action) -> Requests?
  ) -> Node<State, Action>.Logic
  where
    Elements.ElementState == ElementState, Requests.ElementAction == ElementAction,
    Elements.ElementKind.ID == ID, Requests.ElementKind.ID == ID
  {
    if offset < 0 { return aside }
    return { state, action, pass in
      guard let requests = extract(action) else { return parent(state, action, pass) }
      if pass.isObserved { return aside(state, action, pass) }
      guard let request = Requests.request(of: requests) else { return aside(state, action, pass) }
      // The offset is the runtime's own for exactly the key path to the collection, so it lies there.
      let elements = (UnsafeMutableRawPointer(state) + offset)
        .assumingMemoryBound(to: Elements.self)
      let position = Elements.position(of: request.id, in: elements)
      if position < 0 { return aside(state, action, pass) }
      var effect = Effect<ElementAction>.none
      Elements.withElement(at: position, of: elements) {
        effect = element($0, request.action, pass)
      }
      let own = effect.isNone ? Effect<Action>.none : embed(state, effect, request.id)
      return own.merge(with: parent(state, action, pass))
    }
  }
}
