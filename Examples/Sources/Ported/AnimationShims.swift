// To be copied into a module of features that name animations of SwiftUI: they then compile on Linux,
// where nothing moves. With SwiftUI the file is empty, so that it may stay there.
#if !canImport(SwiftUI)
  import Pando

  /// Stands for an animation. All are equal.
  struct Animation: Hashable, Sendable {
    static var `default`: Animation { Animation() }
    static var linear: Animation { Animation() }
    static var easeIn: Animation { Animation() }
    static var easeOut: Animation { Animation() }
    static var easeInOut: Animation { Animation() }
    static var spring: Animation { Animation() }
    static var interactiveSpring: Animation { Animation() }
    static var interpolatingSpring: Animation { Animation() }
    static var bouncy: Animation { Animation() }
    static var smooth: Animation { Animation() }
    static var snappy: Animation { Animation() }

    static func linear(duration: Double) -> Animation { Animation() }
    static func easeIn(duration: Double) -> Animation { Animation() }
    static func easeOut(duration: Double) -> Animation { Animation() }
    static func easeInOut(duration: Double) -> Animation { Animation() }

    static func timingCurve(
      _ startX: Double, _ startY: Double, _ endX: Double, _ endY: Double, duration: Double = 0.35
    ) -> Animation { Animation() }

    static func spring(
      duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0
    ) -> Animation { Animation() }

    static func spring(
      response: Double, dampingFraction: Double = 0.825, blendDuration: Double = 0
    ) -> Animation { Animation() }

    static func spring(dampingFraction: Double, blendDuration: Double = 0) -> Animation {
      Animation()
    }

    static func interactiveSpring(
      response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation { Animation() }

    static func interpolatingSpring(
      mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation { Animation() }

    static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { Animation() }
    static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { Animation() }

    func delay(_ seconds: Double) -> Animation { self }
    func speed(_ factor: Double) -> Animation { self }
    func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation { self }
    func repeatForever(autoreverses: Bool = true) -> Animation { self }
  }

  /// Stands for the context of a change that a view shows.
  struct Transaction: Sendable {
    var animation: Animation?
    var disablesAnimations = false
    var isContinuous = false

    init(animation: Animation? = nil) {
      self.animation = animation
    }
  }

  /// Runs `body`.
  func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
  ) rethrows -> Result {
    try body()
  }

  /// Runs `body`, and then `completion` at once.
  func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result,
    completion: @escaping () -> Void
  ) rethrows -> Result {
    defer { completion() }
    return try body()
  }

  /// Runs `body`.
  func withTransaction<Result>(
    _ transaction: Transaction, _ body: () throws -> Result
  ) rethrows -> Result {
    try body()
  }

  // MARK: - In reducers

  extension Effect {
    static func send(_ action: Action, animation: Animation?) -> Effect { .send(action) }
    func animation(_ animation: Animation? = .default) -> Effect { self }
    func transaction(_ transaction: Transaction) -> Effect { self }
  }

  extension Send {
    func callAsFunction(_ action: Action, animation: Animation?) async {
      await callAsFunction(action)
    }

    func callAsFunction(_ action: Action, transaction: Transaction) async {
      await callAsFunction(action)
    }
  }

  extension ButtonStateAction {
    static func send(_ action: Action?, animation: Animation?) -> ButtonStateAction {
      .send(action)
    }
  }

  // MARK: - In views

  extension Store {
    @discardableResult
    func send(_ action: Action, animation: Animation?) -> StoreTask { send(action) }

    @discardableResult
    func send(_ action: Action, transaction: Transaction) -> StoreTask { send(action) }
  }

  extension ViewStore {
    @discardableResult
    func send(_ action: ViewAction, animation: Animation?) -> StoreTask { send(action) }

    @discardableResult
    func send(_ action: ViewAction, transaction: Transaction) -> StoreTask { send(action) }
  }

  extension ViewActionSending {
    @discardableResult
    func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
      send(action)
    }

    @discardableResult
    func send(_ action: StoreAction.ViewAction, transaction: Transaction) -> StoreTask {
      send(action)
    }
  }

  extension StoreBinding {
    func animation(_ animation: Animation? = .default) -> StoreBinding { self }
    func transaction(_ transaction: Transaction) -> StoreBinding { self }
  }
#endif
