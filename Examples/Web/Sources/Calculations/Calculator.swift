package import Pando

/// Works out what a visitor writes. It is hosted, since a visitor may write anything: a division by zero ends its
/// process, as it does everywhere in Swift.
@Reducer
package struct Calculator {
  package struct State: Codable, Equatable, Sendable {
    package struct Line: Codable, Equatable, Sendable {
      package let text: String
      package let result: String

      package init(text: String, result: String) {
        self.text = text
        self.result = result
      }
    }

    package var lines: [Line] = []

    package init() {}
  }

  package enum Action: Codable, Equatable, Sendable {
    case entered(String)
    /// No worker survived this text.
    case gaveUp(String)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .entered(let text):
        let result = Self.result(of: text).map(String.init) ?? "not understood"
        state.lines.append(State.Line(text: text, result: result))
      case .gaveUp(let text):
        state.lines.append(State.Line(text: text, result: "impossible"))
      }
      return .none
    }
  }

  /// Works out a text of numbers with the operation behind them, "1 2 + 3 *"; nil if it is none.
  private static func result(of text: String) -> Int? {
    var stack: [Int] = []
    for word in text.split(separator: " ") {
      if let number = Int(word) {
        stack.append(number)
        continue
      }
      guard let second = stack.popLast(), let first = stack.popLast() else { return nil }
      switch word {
      case "+": stack.append(first + second)
      case "-": stack.append(first - second)
      case "*": stack.append(first * second)
      case "/": stack.append(first / second)
      default: return nil
      }
    }
    return stack.count == 1 ? stack[0] : nil
  }
}

extension CrashPolicy<Calculator.State, Calculator.Action> {
  /// Tells the visitor.
  static var giveUp: Self {
    .drop { failure in
      switch failure.action {
      case .entered(let text), .gaveUp(let text): .gaveUp(text)
      }
    }
  }
}
