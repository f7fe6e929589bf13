/// The answer of a hostile worker to what it is asked.
enum Lie: String, CaseIterable, Sendable {
  /// Each action has as many effects as may be, and none ever ends.
  case mostEffects
  case tooManyEffects
  case hugeSequence
  case hugeEpoch
  case answersTwice
  case answersForStrangeLanes
  /// Answers, and fails, for the lanes that the honest worker has.
  case speaksForOthers
  /// An honest answer, of which more effects end than there are numbers for.
  case finishesTooMuch
  case finishesNothing
  case emitsUnasked
  case emitsOutOfOrder
  /// It has reduced what its effect sent, to a state that cannot be read.
  case dispatchesNonsense
  /// It has reduced that in an epoch, and at a number, that never were.
  case dispatchesWhereNothingIs
  case emitsBeyondTheWindow
  case emitsGarbage
  case closesUnasked
  case failsEverything
  case patchesThatDoNotFit
  case stateThatCannotBeRead
  /// On a lane that is closed.
  case hugeCancelledCount
  case reachesTheUnasked
  case manySends
  case manyCancels
  case manyWarnings
  case dropsEverything
  case welcomesTwice
  /// Names each lane as one that it hangs in, and goes on.
  case saysThatItHangs
  /// Says that it dies of each action that it is given, and does not.
  case saysThatItCrashes
  case refusesInside
  case garbage
  /// Says welcome, answers pings, and reduces nothing.
  case reducesNothing
  /// Says nothing any more after its welcome.
  case silence
  /// Reduces nothing, and says something without meaning now and then.
  case chatter
  /// Reduces nothing, and says as much without meaning as it can.
  case flood
  /// Reduces nothing, and sends messages without meaning faster than anybody reads them.
  case torrent
}
