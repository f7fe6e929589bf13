import PandoDependencies
import Testing

@Suite("Dependencies")
struct DependencyTests {
  /// Reads when asked, what it was made with.
  final class Model {
    @Dependency(\.origin) var origin
    @Dependency(OptionalKey.self) var optional
  }

  @Test("a test reads test values, and the context decides which it is")
  func contexts() {
    @Dependency(\.origin) var origin
    #expect(origin == "test")
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.origin) var origin
      #expect(origin == "preview")
    }
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(OriginKey.self) var origin
      @Dependency(\.context) var context
      #expect(origin == "live")
      #expect(context == .live)
    }
  }

  @Test("a variable of the environment may name the context")
  func environment() {
    #expect(DependencyContext.named(by: "live") == .live)
    #expect(DependencyContext.named(by: "preview") == .preview)
    #expect(DependencyContext.named(by: "") == .test)
    #expect(DependencyContext.named(by: nil) == .test)
  }

  @Test("an override holds inside, nests, and ends with the operation")
  func overrides() {
    withDependencies {
      $0.origin = "outer"
    } operation: {
      withDependencies {
        $0.optional = nil
      } operation: {
        #expect(Model().origin == "outer")
        #expect(Model().optional == nil)
      }
      #expect(Model().optional == 2)
    }
    #expect(Model().origin == "test")
  }

  @Test("an override reaches the tasks that the operation starts, in the caller's isolation")
  @MainActor
  func asynchronous() async {
    let origins = await withDependencies {
      await Task.yield()
      $0.origin = "inside"
    } operation: {
      MainActor.assertIsolated()
      async let other = Model().origin
      await Task.yield()
      return await [other, Model().origin]
    }
    #expect(origins == ["inside", "inside"])
  }

  @Test("what was made with some values goes on reading them, under what the caller overrides")
  func captured() {
    let model = withDependencies {
      $0.origin = "captured"
    } operation: {
      Model()
    }
    #expect(model.origin == "captured")
    withDependencies {
      $0.optional = 3
    } operation: {
      #expect(model.origin == "captured")
      #expect(model.optional == 3)
    }
    withDependencies {
      $0.origin = "other"
    } operation: {
      #expect(model.origin == "other")
    }
  }

  @Test("what was made before anybody chose values reads those of the task")
  func notCaptured() {
    #expect(DependencyValues().greeter.origin == "test")
    withDependencies {
      $0.origin = "of the task"
    } operation: {
      @Dependency(\.greeter) var greeter
      #expect(greeter.origin == "of the task")
    }
    #expect(Greeter.testValue.origin == "test")
  }

  @Test("the values of a model can be passed on, with some overridden")
  func fromModel() async {
    let model = withDependencies {
      $0.origin = "of the model"
      $0.optional = 7
    } operation: {
      Model()
    }
    withDependencies(from: model) {
      #expect(Model().origin == "of the model")
    }
    await withDependencies(from: model) {
      $0.optional = 8
    } operation: {
      await Task.yield()
      #expect(Model().origin == "of the model")
      #expect(Model().optional == 8)
    }
    withKnownIssue {
      withDependencies(from: "no model") {}
    } matching: { issue in
      "\(issue)".contains(#""String" has no property with "@Dependency""#)
    }
  }

  @Test("a continuation carries the values to where the task's own do not reach")
  func escaped() async {
    let origin = await withDependencies {
      $0.origin = "escaped"
    } operation: {
      await withEscapedDependencies { dependencies in
        await Task.detached { dependencies.yield { Model().origin } }.value
      }
    }
    #expect(origin == "escaped")
  }

  @Test("a key is asked for its value once in a test")
  func madeOnce() {
    let first = DependencyValues().counted
    #expect(DependencyValues().counted == first)
    withDependencies {
      $0.origin = "other"
    } operation: {
      @Dependency(\.counted) var counted
      #expect(counted == first)
    }
  }

  @Test("values are three words and three flags, and a copy does not change the other")
  func size() {
    #expect(MemoryLayout<DependencyValues>.size <= 4 * MemoryLayout<Int>.size)
    var values = DependencyValues()
    let copy = values
    values.origin = "changed"
    #expect(copy.origin == "test")
    #expect(values.origin == "changed")
  }
}
