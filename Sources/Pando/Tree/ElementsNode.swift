/// A child for each element of a collection: what rows and navigation stacks have in common.
///
/// A subclass knows the actions, and the steps that lead to the elements.
class ElementsNode<State, Action, Elements: ReadableElements, Requests, ElementAction, ID>:
  Node<State, Action>
{
  typealias Element = Elements.Element
  typealias Parts = ElementsParts<State, Action, Element, ElementAction, ID>

  final let site: Int
  final let parent: Node<State, Action>
  final let parentLogic: Logic
  final let elements: StatePath<State, Elements>
  final let action: AnyCasePath<Action, Requests>
  /// The path's own closure: calling it by way of the path asks the runtime for the path's type.
  final let inspect: (Action, (Requests) -> Void) -> Bool
  final let element: Node<Element, ElementAction>
  final let elementLogic: Node<Element, ElementAction>.Logic
  final let maker: Parts.Maker
  final let location: OperatorLocation

  init(
    site: Int,
    parent: Node<State, Action>,
    elements: StatePath<State, Elements>,
    action: AnyCasePath<Action, Requests>,
    element: Node<Element, ElementAction>,
    location: OperatorLocation,
    logic maker: Parts.Maker
  ) {
    self.site = site
    self.parent = parent
    parentLogic = parent.logic
    self.elements = elements
    self.action = action
    inspect = action.inspection
    self.element = element
    elementLogic = element.logic
    self.maker = maker
    self.location = location
    super.init(mayHost: parent.mayHost || element.mayHost)
  }

  // MARK: - For subclasses

  /// The step to the element at a position.
  func step(at position: Int, _ elements: UnsafeMutablePointer<Elements>) -> IncarnationStep {
    fatalError("a node of elements overrides 'step'")
  }

  /// Where the element that a step leads to is, if the collection still has it.
  func position(_ step: IncarnationStep, _ elements: UnsafeMutablePointer<Elements>) -> Int? {
    fatalError("a node of elements overrides 'position'")
  }

  /// Returns the effect of the element at a position as one of its parent.
  func embed(
    _ effect: Effect<ElementAction>, at position: Int, _ elements: UnsafeMutablePointer<Elements>
  ) -> Effect<Action> {
    fatalError("a node of elements overrides 'embed'")
  }

  /// Notes which elements are there, and returns those of them that may have to be mounted.
  func noteMembers(
    _ elements: UnsafeMutablePointer<Elements>, _ mounted: MountedFeature
  ) -> UnmountedElements {
    fatalError("a node of elements overrides 'noteMembers'")
  }

  // MARK: - As any node

  override func mayHost(_ action: Action) -> Bool {
    if element.mayHost, inspect(action, { _ in }) { return true }
    return parent.mayHost && parent.mayHost(action)
  }

  override func contains(_ state: UnsafeMutablePointer<State>, _ steps: ArraySlice<IncarnationStep>)
    -> Bool?
  {
    guard let first = steps.first, first.site == site else {
      return parent.contains(state, steps)
    }
    return elements.readResult(state) { elements in
      guard let position = position(first, elements) else { return false }
      let rest = steps.dropFirst()
      if rest.isEmpty { return true }
      return elements.pointee.readElement(at: position) { element.contains($0, rest) }
    }
  }

  override func locate(
    _ token: UInt64, below parentToken: UInt64, _ state: UnsafeMutablePointer<State>
  ) -> [IncarnationStep]? {
    let steps = elements.readResult(state) { elements -> [IncarnationStep]? in
      for position in 0..<elements.pointee.count {
        let step = step(at: position, elements)
        let found = step.token(below: parentToken)
        if found == token { return [step] }
        let rest = elements.pointee.readElement(at: position) {
          element.locate(token, below: found, $0)
        }
        if let rest { return [step] + rest }
      }
      return nil
    }
    return steps ?? parent.locate(token, below: parentToken, state)
  }

  override var mayMount: Bool { parentMounts || elementMounts }
  private lazy var parentMounts = parent.mayMount
  private lazy var elementMounts = element.mayMount

  override var mayMountAgain: Bool { parent.mayMountAgain || elementMounts }

  override func mount(
    _ state: UnsafeMutablePointer<State>, _ mounted: MountedFeature
  ) -> Effect<Action> {
    let effect = parentMounts || mounted.isRestart ? parent.mount(state, mounted) : .none
    guard elementMounts || mounted.isRestart && element.mayHost else { return effect }
    var effects = [effect]
    elements.read(state) { elements in
      func mount(at position: Int) {
        guard let child = mounted.child(step(at: position, elements)) else { return }
        let effect = elements.pointee.readElement(at: position) { element.mount($0, child) }
        if !effect.isNone { effects.append(embed(effect, at: position, elements)) }
      }
      switch noteMembers(elements, mounted) {
      case .all: for position in 0..<elements.pointee.count { mount(at: position) }
      case .some(let steps) where steps.isEmpty: break
      case .some(let steps): steps.compactMap { position($0, elements) }.sorted().forEach(mount)
      }
    }
    return .merge(effects)
  }

  override func visitHosted(_ visit: (any HostedNodeDescription) -> Void) {
    element.visitHosted(visit)
    parent.visitHosted(visit)
  }
}
