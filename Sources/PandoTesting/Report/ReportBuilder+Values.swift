import Pando
import PandoHosting
import PandoWire

extension ReportBuilder {
  /// The limits of one message, and of one child's bytes in flight.
  private static var limits: (message: Int, flight: Int) {
    (WireLimits.standard.maximumBytes, LaneMachine.windowBytes)
  }

  mutating func checkStates<State>(_ states: [State]) {
    for (index, state) in states.enumerated() {
      let subject = index == 0 ? "the initial state" : "the state after action \(index)"
      guard let state = state as? any Codable else { return }
      guard let bytes = encodedSize(of: state, subject) else { continue }
      noteState(bytes: bytes, fields: sizes(of: state))
      checkSize(bytes, "the state", of: "A state")
    }
  }

  mutating func check<Action>(_ action: Action) {
    guard let action = action as? any Codable else { return }
    let subject = name(of: action)
    guard let bytes = encodedSize(of: action, "the action \(subject)") else { return }
    noteAction(subject, bytes: bytes)
    checkSize(bytes, subject, of: "The action \(subject)")
  }

  // MARK: - Coding

  /// Encodes and decodes a value, and notes what is wrong with that.
  private mutating func encodedSize<Value: Codable>(of value: Value, _ subject: String) -> Int? {
    let bytes: [UInt8]
    do {
      bytes = try WireEncoder.encode(value, limits: WireLimits(maximumBytes: .max))
    } catch {
      add(
        .codingFails, .error, subject,
        "\(capitalized(subject)) cannot be encoded: \(error). Make every value in it encodable.")
      return nil
    }
    do {
      let copy = try WireDecoder.decode(
        Value.self, from: bytes, limits: WireLimits(maximumBytes: .max))
      if let field = FieldWalk.differences(value, copy).first {
        noteLoss(field, subject)
      } else {
        checkRows(in: value, copy, subject)
        checkStability(of: value, bytes, subject)
      }
    } catch {
      add(
        .codingFails, .error, subject,
        """
        \(capitalized(subject)) can be encoded, and what was encoded cannot be decoded: \(error). Let \
        "init(from:)" read what "encode(to:)" writes.
        """)
    }
    return bytes.count
  }

  /// Looks for sets and dictionaries that a type writes by itself, in the order that they happen to have.
  private mutating func checkStability<Value: Codable>(
    of value: Value, _ bytes: [UInt8], _ subject: String
  ) {
    for _ in 0..<(bytes.count > Self.copiedBytes ? 1 : Self.copies) {
      guard let copy: Value = codedCopy(value), let other = try? WireEncoder.encode(copy),
        other != bytes
      else { continue }
      return add(
        .codingVaries, .warning, "\(type(of: value))",
        """
        \(capitalized(subject)) is encoded in another way each time, though nothing in it changes: its \
        "encode(to:)" goes through a dictionary or a set. More is sent than what an action changed. \
        Write the elements in an order, or encode the dictionary itself.
        """)
    }
  }

  /// Two elements have one order in every other copy.
  private static var copies: Int { 8 }
  /// Larger values have more than two elements.
  private static var copiedBytes: Int { 1 << 16 }

  private mutating func noteLoss(_ field: FieldDifference, _ subject: String) {
    let place = field.path.isEmpty ? "it" : "\"\(field.path)\""
    add(
      .codingLoses, .error, field.path.isEmpty ? subject : field.path,
      """
      \(capitalized(subject)) does not come back as it was encoded: \(place) was \(field.leftText), and \
      comes back as \(field.rightText). Let the coding write and read everything that a reducer reads.
      """)
  }

  // MARK: - Sizes

  private mutating func checkSize(_ bytes: Int, _ subject: String, of title: String) {
    if bytes > Self.limits.message {
      add(
        .tooLarge, .error, subject,
        """
        \(title) takes \(bytes) bytes encoded, and no value may take more than \
        \(Self.limits.message). Keep large data in a file or a database, and its name in the state.
        """)
    } else if bytes > Self.limits.flight / 4, !has(.tooLarge, subject) {
      add(
        .large, .warning, subject,
        """
        \(title) takes \(bytes) bytes encoded; a child may have \(Self.limits.flight) in flight. \
        Fewer actions than usual are reduced ahead, and a worker that takes the child over is sent \
        all of its state.
        """)
    }
  }

  /// The sizes of the properties of a value, each encoded by itself.
  private func sizes(of state: Any) -> [HostingReport.Size] {
    Mirror(reflecting: state).children.compactMap { child in
      guard let label = child.label, !label.hasPrefix("_$"),
        let value = child.value as? any Encodable,
        let bytes = try? WireEncoder.encode(value, limits: WireLimits(maximumBytes: .max))
      else { return nil }
      return HostingReport.Size(subject: String(label.drop { $0 == "_" }), bytes: bytes.count)
    }
  }

  // MARK: - Names

  private func name(of action: Any) -> String {
    let text = SwiftText.text(of: action)
    return text.utf8.count > 80 ? "\(text.prefix(80))..." : text
  }

  func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
