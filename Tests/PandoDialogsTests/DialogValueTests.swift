import Foundation
import PandoDialogs
import PandoWire
import Testing

@Suite("TextState, ButtonState, AlertState, ConfirmationDialogState")
struct DialogValueTests {
  enum Answer: Codable, Hashable, Sendable { case yes, no }

  private func alert(_ title: TextState = "Sure?", isLong: Bool = false) -> AlertState<Answer> {
    AlertState {
      title
    } actions: {
      ButtonState(action: .yes) { TextState("Yes") }
      if isLong {
        ButtonState(role: .destructive, action: .send(.no)) { TextState("No") }
      }
      ButtonState(role: .cancel) { TextState("Leave") }
    } message: {
      TextState("It is final.")
    }
  }

  @Test("texts join, and what was said of a piece first counts")
  func texts() {
    let name = "row"
    let text = (TextState("Delete ") + TextState("\(name)").bold().foregroundColor(.red) + "?")
      .bold(false).italic().foregroundColor(.blue)
    #expect(String(state: text) == "Delete row?")
    #expect(text.runs.map(\.text) == ["Delete ", "row", "?"])
    #expect(text.runs.map(\.style.isBold) == [false, true, false])
    #expect(text.runs.map(\.style.foregroundColor) == [.blue, .red, .blue])
    #expect(text.runs.allSatisfy { $0.style.isItalic == true })
    #expect(TextState("a") + TextState("b") == TextState("ab"))
    #expect(TextState("a") != TextState("a").bold())
    #expect(TextState("").runs.isEmpty && TextState("") + "a" == "a")
    #expect("\(TextState("a").bold().underline() + "b")" == "<b><u>a</u></b>b")
  }

  @Test("every modifier is part of the value and of its coding")
  func modifiers() throws {
    let texts: [TextState] = [
      "a", TextState("a").bold(), TextState("a").italic(), TextState("a").underline(),
      TextState("a").strikethrough(), TextState("a").monospacedDigit(),
      TextState("a").fontWeight(.heavy), TextState("a").baselineOffset(1),
      TextState("a").foregroundColor(.rgb(red: 1, green: 0, blue: 0, opacity: 0.5)),
      TextState("a").kerning(1), TextState("a").tracking(1),
      TextState("a").accessibilityLabel("b"), TextState(verbatim: "b"),
    ]
    #expect(Set(texts).count == texts.count)
    for text in texts {
      let data = try JSONEncoder().encode(text)
      #expect(try JSONDecoder().decode(TextState.self, from: data) == text)
      #expect(try WireDecoder.decode(TextState.self, from: WireEncoder.encode(text)) == text)
    }
  }

  @Test("identities tell presentations apart, and do not count when they are compared")
  func identities() throws {
    #expect(alert() == alert())
    #expect(alert().id != alert().id)
    #expect(Set([alert(), alert(), alert(isLong: true)]).count == 2)
    #expect(alert() != alert("Really?"))
    let shown = alert(isLong: true)
    let data = try JSONEncoder().encode(shown)
    let decoded = try JSONDecoder().decode(AlertState<Answer>.self, from: data)
    #expect(decoded == shown && decoded.id == shown.id)
    #expect(decoded.buttons.map(\.id) == shown.buttons.map(\.id))
  }

  @Test("buttons hand over their action, or nil")
  func buttons() {
    let buttons = alert(isLong: true).buttons
    #expect(buttons.map { $0.withAction { $0 } } == [.yes, .no, nil])
    #expect(buttons.map(\.role) == [nil, .destructive, .cancel])
  }

  @Test("map changes the actions and nothing else")
  func map() {
    let shown = alert()
    let mapped = shown.map { $0.map { "\($0)" } }
    #expect(mapped.id == shown.id && mapped.message == shown.message)
    #expect(mapped.buttons.map { $0.withAction { $0 } } == ["yes", nil])
    let dialog = ConfirmationDialogState<Answer>(titleVisibility: .hidden) {
      TextState("Which?")
    } actions: {
      ButtonState(action: .no) { "No" }
    }
    let other = dialog.map { _ in 1 }
    #expect(other.id == dialog.id && other.titleVisibility == .hidden)
    #expect(other.buttons.first?.action == .send(1))
  }

  @Test("what is shown of them has no identities")
  func reflection() {
    let labels = Mirror(reflecting: alert()).children.map(\.label)
    #expect(labels == ["title", "actions", "message"])
    let button = Mirror(reflecting: alert(isLong: true).buttons[1]).children
    #expect(button.map(\.label) == ["role", "action", "label"])
    #expect(button.map(\.value).last as? String == "No")
  }
}
