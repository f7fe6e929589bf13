package import PandoHosting
import PandoWire

// The store, as a backend reaches it: what comes of its workers.
extension StoreEngine: HostingClient {
  package func placed(_ lane: LaneID, on link: any HostingLink) {
    commit {
      if let lane = desk.lanes[lane] { desk.place(lane, on: link) }
    }
  }

  package func move(_ lane: LaneID, interrupts: Bool) {
    commit { desk.move(lane, interrupts: interrupts) }
  }

  package func unhostable(_ lane: LaneID, reason: String) {
    commit {
      if let lane = desk.lanes[lane] { desk.noteUnhostable(lane, reason: reason) }
    }
  }

  package func receive(_ batch: UnsafeRawBufferPointer, from link: any HostingLink) {
    commit {
      desk.outboxes[link]?.noteAnswer(byteCount: batch.count)
      if current.isDraining {
        handle(batch, from: link, commits: false)
      } else {
        inCommit { handle(batch, from: link, commits: true) }
      }
    }
  }

  package func run(_ work: DeferredWork) {
    commit { afterUnlock { work.run() } }
  }

  package func pump(_ link: any HostingLink) {
    commit { desk.hurry(link) }
  }

  package func runsEffects(on link: any HostingLink) -> Bool {
    withState { _ in
      desk.lanes.values.contains { $0.link === link && !$0.runningSequences.isEmpty }
    }
  }

  package func checkProgress(of link: any HostingLink, nowMilliseconds: Int) -> String? {
    commit { desk.checkProgress(of: link, nowMilliseconds: nowMilliseconds) }
  }

  package func forgive(_ link: any HostingLink) {
    commit { desk.outboxes[link]?.noteProgress() }
  }

  @discardableResult
  package func lost(
    _ link: any HostingLink, _ end: LinkEnd, reason: String, nowMilliseconds now: Int?
  ) -> HostingLoss {
    commit { desk.lost(link, end, reason: reason, nowMilliseconds: now) }
  }

  package func workerIsReady(_ worker: String, processID: Int32?, restartCount: Int) {
    commit {
      watch.tell {
        HostingNews {
          .workerReady(worker: worker, processID: processID, restartCount: restartCount)
        }
      }
    }
  }

  /// Handles the messages of a batch, in order.
  ///
  /// - Parameter commits: True if no commit is under way, so that an answer for the head of the buffer may
  ///   commit it as it is read, without being kept.
  func handle(_ batch: UnsafeRawBufferPointer, from link: any HostingLink, commits: Bool) {
    do {
      var lane: AnyLane?
      var hasResults = false
      defer { if hasResults { desk.outboxes[link]?.noteProgress() } }
      try WorkerMessage.decodeAll(batch) { id, epoch, sequence, reader throws(WireError) in
        // Results come in runs.
        if lane?.id != id {
          lane = desk.living(id, link)
          if let lane { desk.noteAnswer(of: lane) }
        }
        let start = reader.position
        if commits, let lane, commitRun(for: lane, epoch, from: &sequence, reading: &reader) {
          lane.noteAnswers(byteCount: reader.position - start)
          hasResults = true
          return
        }
        let result = try HostedResult(from: &reader)
        guard let lane, lane.link === link else {
          // The worker reduces to the end what a lane had sent before it left.
          if desk.isLeaving(id, link) { hasResults = true }
          return
        }
        lane.noteAnswers(byteCount: reader.position - start)
        hasResults = true
        desk.handle(result, epoch, sequence, lane)
        // What commits now need not be kept, nor what comes behind it.
        if commits, lane.machine.isHeadReady { commitAvailable() }
      } other: { message in
        lane = nil
        if desk.handle(message, from: link) { hasResults = true }
      }
    } catch {
      link.refuse(reason: "a message cannot be read: \(error)")
    }
    desk.moveLanes()
  }

  /// Sends what there is to say. Returns whether answers came at once.
  @discardableResult
  func flushLinks() -> Bool {
    desk.flushLanes()
    var hasAnswers = false
    while let (answers, link) = desk.flush() {
      hasAnswers = true
      answers.withUnsafeBytes { handle($0, from: link, commits: true) }
    }
    return hasAnswers
  }
}
