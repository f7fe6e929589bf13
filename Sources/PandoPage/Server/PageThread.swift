#if Page
  import NIOCore
  import NIOPosix

  /// The thread of a page, on which everything of it runs: sockets, encoding, waiting.
  ///
  /// So the page answers while every thread of the concurrency pool hangs in user code, and a page that hangs
  /// holds up nobody.
  final class PageThread: TaskExecutor {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      group.any().execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Returns after a time. Needs no thread of the pool.
    func sleep(milliseconds: Int64) async throws {
      let loop = group.any()
      let sleep = loop.scheduleTask(in: .milliseconds(milliseconds)) {}
      try await withTaskCancellationHandler {
        try await sleep.futureResult.get()
      } onCancel: {
        sleep.cancel()
      }
    }

    /// Ends the thread, once nothing of it runs any longer.
    func stop() { group.shutdownGracefully { _ in } }
  }
#endif
