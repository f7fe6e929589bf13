import Foundation
import PandoCluster

/// The shape of a feature that two builds of a program have in common, by name: the one of this process, which stands
/// for one build.
enum AlmanacShape {
  /// The feature, as `PANDO_TEST_SCHEMA` has it: two private types of one name have one name to others.
  static var feature: Feature {
    ProcessInfo.processInfo.environment["PANDO_TEST_SCHEMA"] == "next"
      ? nextAlmanac : firstAlmanac
  }
}
