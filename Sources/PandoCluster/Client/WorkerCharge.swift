import Pando
import PandoHosting
import Synchronization

/// The complaints of stores about a worker, and which of those that share it they come from.
struct WorkerCharge {
  /// Why it is given up, once it is.
  private(set) var refusal: (end: LinkEnd, reason: String)?
  /// The store that said so; nil where one has the worker alone.
  private(set) var accuser: SessionNumber?
  /// Why it is taken to hang, while nobody has asked.
  private var hang: (reason: String, accuser: SessionNumber)?
  /// The store that last said so.
  private(set) var hangAccuser: SessionNumber?

  /// The first reason is the one.
  mutating func refuse(_ end: LinkEnd, _ reason: String, by accuser: SessionNumber?) {
    guard refusal == nil else { return }
    refusal = (end, reason)
    self.accuser = accuser
  }

  mutating func noteHang(_ reason: String, by accuser: SessionNumber) {
    if hang == nil { hang = (reason, accuser) }
  }

  /// Takes what was said of that since it was last asked.
  mutating func takeHang() -> String? {
    guard let (reason, accuser) = hang else { return nil }
    hang = nil
    hangAccuser = accuser
    return reason
  }
}

extension WorkerLink {
  func refuse(reason: String) { giveUp(.refused, reason) }

  func noteCrash(by culprit: Culprit) { giveUp(.crashed(culprit), "it crashed") }

  /// - Parameter accuser: Which of the stores that share the worker says it; nil where one has it alone.
  func giveUp(_ end: LinkEnd, _ reason: String, by accuser: SessionNumber? = nil) {
    locked { charge.refuse(end, reason, by: accuser) }
    wake(false)
  }

  /// Why the store gives the worker up; nil while it does not.
  var givenUp: (end: LinkEnd, reason: String)? { locked { charge.refusal } }
}
