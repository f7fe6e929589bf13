import Foundation
import PandoDependencies
import Testing

@Suite("What is reported about dependencies")
struct DependencyIssueTests {
  @Test("a live value in a test is reported each time, with its name, its place and the remedy")
  func onlyLive() {
    for _ in 1...2 {
      let line = #line + 1
      @Dependency(\.onlyLive) var onlyLive
      withKnownIssue {
        #expect(onlyLive == "live")
      } matching: { issue in
        let text = "\(issue)"
        return text.contains(#"@Dependency(\.onlyLive) has no test implementation,"#)
          && text.contains("PandoDependenciesTests/DependencyIssueTests.swift:\(line)")
          && text.contains("withDependencies { $0.onlyLive = ... }")
          && issue.sourceLocation?.line == line
      }
    }
  }

  @Test("without a test value, the preview value counts before the live one; it is reported, too")
  func onlyPreview() {
    @Dependency(\.onlyPreview) var onlyPreview
    withKnownIssue {
      #expect(onlyPreview == "preview")
    } matching: {
      "\($0)".contains("its preview value, or else its live value, was used")
    }
    withDependencies {
      $0.onlyPreview += ", changed"
    } operation: {
      @Dependency(\.onlyPreview) var onlyPreview
      #expect(onlyPreview == "preview, changed")
    }
  }

  @Test("a live value that is read by its key is reported with the key")
  func onlyLiveKey() {
    @Dependency(OnlyLiveKey.self) var onlyLive
    withKnownIssue {
      _ = onlyLive
    } matching: { issue in
      "\(issue)".contains("withDependencies { $0[OnlyLiveKey.self] = ... }")
    }
  }

  @Test("a live value that is asked for, or only changed, is not reported")
  func asked() {
    withDependencies {
      $0.onlyLive += ", changed"
    } operation: {
      @Dependency(\.onlyLive) var onlyLive
      #expect(onlyLive == "live, changed")
    }
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.onlyLive) var onlyLive
      #expect(onlyLive == "live")
    }
  }

  @Test("a key without a live value is reported where one is needed")
  func onlyTest() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.onlyTest) var onlyTest
      withKnownIssue {
        #expect(onlyTest == 1)
      } matching: { issue in
        "\(issue)".contains(#"@Dependency(\.onlyTest) has no live implementation"#)
          && "\(issue)".contains(#"Make "OnlyTestKey" conform to "DependencyKey""#)
      }
    }
  }

  @Test("prepared values hold for the whole test, below overrides")
  func prepared() async {
    prepareDependencies {
      $0.origin = "prepared"
      $0.context = .preview
    }
    @Dependency(\.origin) var origin
    @Dependency(\.context) var context
    #expect(origin == "prepared")
    #expect(context == .preview)
    let inside = await Task { DependencyValues().origin }.value
    #expect(inside == "prepared")
    withDependencies {
      $0.origin = "overridden"
    } operation: {
      #expect(withEscapedDependencies { $0.yield { Greeter().origin } } == "overridden")
    }
  }

  @Test("another test does not see what one has prepared")
  func notPrepared() {
    @Dependency(\.origin) var origin
    #expect(origin == "test")
  }

  @Test("preparing what was read or prepared is reported, and changes nothing")
  func preparedTooLate() {
    @Dependency(\.origin) var origin
    #expect(origin == "test")
    prepareDependencies { $0.optional = 5 }
    withKnownIssue {
      prepareDependencies {
        $0.origin = "too late"
        $0.optional = 6
      }
    } matching: { issue in
      "\(issue)".contains(#"@Dependency(\.origin) has already been accessed or prepared."#)
        && "\(issue)".contains(#"again at "PandoDependenciesTests/DependencyIssueTests.swift:"#)
        || "\(issue)".contains(#"@Dependency(\.optional) has already been accessed or prepared."#)
    }
    @Dependency(\.optional) var optional
    #expect(origin == "test")
    #expect(optional == 5)
  }

  @Test("a part of a value can be prepared, and then another")
  func preparedParts() {
    let date = Date(timeIntervalSince1970: 5)
    prepareDependencies {
      $0.date.now = date
      $0.optional = $0.optional.map { $0 + 10 }
      $0.optional? += 100
    }
    @Dependency(\.date.now) var now
    @Dependency(\.optional) var optional
    #expect(now == date)
    #expect(optional == 112)
    withKnownIssue {
      prepareDependencies { $0.date.now += 1 }
    } matching: { issue in
      "\(issue)".contains(#"@Dependency(\.date) has already been accessed or prepared."#)
    }
    #expect(now == date)
  }

  @Test("a value that is read while others are prepared is the one that all read")
  func readWhilePreparing() {
    var seen = 0
    prepareDependencies { seen = $0.counted }
    @Dependency(\.counted) var counted
    #expect(counted == seen)
    withKnownIssue {
      prepareDependencies { $0.counted = 0 }
    } matching: { issue in
      "\(issue)".contains(#"@Dependency(\.counted) has already been accessed or prepared."#)
    }
    #expect(counted == seen)
  }
}
