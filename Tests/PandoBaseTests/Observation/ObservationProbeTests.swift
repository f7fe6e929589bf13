import Foundation
import Observation
import PandoBase
import Testing

@Suite("Whether reads are observed")
struct ObservationProbeTests {
  /// In a thread that has nothing to do with the pool's, whose last answers may be left over.
  private func inThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        body()
        continuation.resume()
      }
      thread.start()
    }
  }

  private func track(_ body: () -> Void) {
    withObservationTracking(body) {}
  }

  @Test("is known inside and outside of a tracked closure, again and again")
  func exact() async {
    await inThread {
      for _ in 0..<3 {
        #expect(!ObservationProbe.isTracking)
        #expect(!ObservationProbe.isSurelyTracking)
      }
      for _ in 0..<3 {
        track {
          for _ in 0..<300 { #expect(ObservationProbe.isTracking) }
          for _ in 0..<3 { #expect(ObservationProbe.isSurelyTracking) }
          track { #expect(ObservationProbe.isSurelyTracking) }
          #expect(ObservationProbe.isSurelyTracking)
        }
        #expect(!ObservationProbe.isSurelyTracking)
        #expect(!ObservationProbe.isTracking)
      }
    }
  }

  @Test("is not so inside of what is not to be observed")
  func untracked() async {
    await inThread {
      track {
        #expect(ObservationProbe.isTracking)
        ObservationProbe.untracked {
          #expect(!ObservationProbe.isTracking)
          ObservationProbe.untracked { #expect(!ObservationProbe.isSurelyTracking) }
          #expect(!ObservationProbe.isTracking)
        }
        #expect(ObservationProbe.isTracking)
      }
    }
  }

  @Test("is taken to be so for no more reads than the closure made, and 63", arguments: 0...200)
  func after(count: Int) async {
    await inThread {
      #expect(!ObservationProbe.isTracking)
      track { for _ in 0..<count { #expect(ObservationProbe.isTracking) } }
      var late = 0
      while late < 1_000, ObservationProbe.isTracking { late += 1 }
      #expect(late <= min(count, 63))
      #expect(!ObservationProbe.isTracking)
    }
  }

  @Test("is asked for the first time once in each tracked closure", arguments: [false, true])
  func first(isAskedBetween: Bool) async {
    await inThread {
      for _ in 0..<3 {
        track {
          #expect(ObservationProbe.isTracking)
          #expect(ObservationProbe.isFirst)
          for _ in 0..<100 {
            #expect(ObservationProbe.isTracking)
            #expect(!ObservationProbe.isFirst)
          }
          track {
            #expect(ObservationProbe.isFirst)
            #expect(!ObservationProbe.isFirst)
          }
          #expect(!ObservationProbe.isFirst)
        }
        if isAskedBetween { #expect(!ObservationProbe.isSurelyTracking) }
      }
    }
  }
}
