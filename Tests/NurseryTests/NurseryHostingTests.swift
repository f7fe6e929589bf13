import Foundation
import PandoTesting
import Testing

/// The proof by `PandoTesting` that the nursery does the same with its children on workers.
@Suite("The nursery, hosted")
struct NurseryHostingTests {
  private static let oaks = Bed(id: UUID(1), name: "Oaks", minutes: 20)
  private static let elms = Bed(id: UUID(2), name: "Elms", minutes: 3)

  private func prepare(_ values: inout DependencyValues) {
    values.weather.forecast = { bed in bed == "Oaks" ? .rain : .dry }
  }

  @Test("does the same as in one process while a bed is watered and another is added")
  func watering() async throws {
    try await expectSameHosted(
      Nursery(isHosted: true), initialState: Nursery.State(beds: [Self.oaks, Self.elms]),
      actions: [
        .bedTapped(Self.oaks.id),
        .path(.element(id: 0, action: .detail(.waterButtonTapped))),
        .addButtonTapped,
        .form(.presented(.nameChanged("Aspens"))),
        .form(.presented(.treesPlanted(37))),
        .saveButtonTapped,
        .path(.element(id: 1, action: .watering(.pauseButtonTapped))),
        .path(.element(id: 1, action: .watering(.pauseButtonTapped))),
      ],
      timeStep: .seconds(60), withDependencies: prepare)
  }

  @Test("does the same as in one process, whatever people tap")
  func tapping() async throws {
    try await expectSameHosted(
      Nursery(isHosted: true), initialState: Nursery.State(beds: [Self.oaks, Self.elms]),
      programs: 60, timeStep: .seconds(60), withDependencies: prepare, action: tap)
  }

  @Test("follows from its state and actions")
  func determinism() {
    expectDeterministic(
      Nursery(isHosted: false), initialState: Nursery.State(beds: [Self.oaks]),
      actions: [.addButtonTapped, .form(.presented(.treesPlanted(3))), .saveButtonTapped],
      withDependencies: prepare)
    expectDeterministic(
      BedForm(), initialState: BedForm.State(bed: Self.oaks),
      actions: [.nameChanged("Old oaks"), .treesPlanted(-50), .minutesChanged(500)])
  }

  @Test("has nothing in its features that does not cross")
  func report() {
    let form = hostingReport(
      for: BedForm(), initialState: BedForm.State(bed: Self.oaks),
      actions: [.nameChanged("Old oaks"), .cancelButtonTapped])
    #expect(form.findings.isEmpty, "\(form)")
    let path = hostingReport(
      for: Nursery.Path(),
      initialState: Nursery.Path.State.detail(BedDetail.State(bed: Self.oaks)),
      actions: [.detail(.editButtonTapped), .detail(.deleteButtonTapped)])
    #expect(path.findings.isEmpty, "\(path)")
  }

  /// Something that a person may tap; at times what is not there.
  private func tap(_ generator: inout SeededGenerator) -> Nursery.Action {
    let id = StackElementID(integerLiteral: Int.random(in: 0...4, using: &generator))
    let bed = generator.chance(oneIn: 2) ? Self.oaks.id : Self.elms.id
    switch Int.random(in: 0...12, using: &generator) {
    case 0: return .addButtonTapped
    case 1: return .form(.presented(.nameChanged("Aspens")))
    case 2: return .form(.presented(.cancelButtonTapped))
    case 3: return .saveButtonTapped
    case 4, 5: return .bedTapped(bed)
    case 6: return .path(.element(id: id, action: .detail(.editButtonTapped)))
    case 7: return .path(.element(id: id, action: .detail(.doneButtonTapped)))
    case 8: return .path(.element(id: id, action: .detail(.form(.presented(.treesPlanted(2))))))
    case 9: return .path(.element(id: id, action: .watering(.stopButtonTapped)))
    case 10: return .path(.element(id: id, action: .watering(.pauseButtonTapped)))
    case 11: return .path(.popFrom(id: id))
    default: return .path(.element(id: id, action: .detail(.waterButtonTapped)))
    }
  }
}
