import { Worker } from 'node:worker_threads'

import { createFairQueue, type Lane } from '@gatehouse/platform/work'
import { engineModule } from './engine-module.ts'
import type { EngineAnswer, EngineJob, EngineReport } from './job.ts'

/** A job turns one JSON into another; one that takes longer is lost in a loop. Milliseconds. */
const patienceMs = 5_000
/** One more than a project may have at once: a project whose programs never end leaves one for the others. */
const queue = createFairQueue({ slots: 3, slotsOfLane: 2, waitingOfLane: 50, patienceMs: 10_000 })
/** Threads that are unused for so long are ended. Milliseconds. */
const idleMs = 30_000

interface Evaluator {
  readonly thread: Worker
  /** The caller that waits for its answer; nothing: it is free. */
  settle: ((answer: EngineAnswer) => void) | undefined
  timer: NodeJS.Timeout | undefined
}

const file = new URL('./evaluator.ts', import.meta.url)
const evaluators = new Set<Evaluator>()

/** Works programs and templates out, each in a thread that is ended if it takes too long. How much memory it has its module says. */
export interface JobRunner {
  /** Rejects with a `QueueFullError` where too much is waiting, else never. */
  run(job: EngineJob): Promise<EngineAnswer>
}

/** Runs the jobs of one project, or of another lane. The threads are those of all projects, which are served in rotation. */
export function createJobRunner(lane: Lane = queue.lane()): JobRunner {
  return {
    run: (job) =>
      lane(async () => {
        const module = await engineModule()
        return new Promise((settle) => begin(freeEvaluator(module), job, settle))
      }),
  }
}

function freeEvaluator(module: WebAssembly.Module): Evaluator {
  return [...evaluators].find(({ settle }) => settle === undefined) ?? start(module)
}

function start(module: WebAssembly.Module): Evaluator {
  // The engine needs neither secrets nor settings.
  const thread = new Worker(file, { workerData: module, env: {}, resourceLimits: { maxOldGenerationSizeMb: 64 } })
  const evaluator: Evaluator = { thread, settle: undefined, timer: undefined }
  const lose = (): void => {
    evaluators.delete(evaluator)
    finish(evaluator, { kind: 'failed', reason: 'it took too long, or too much memory' })
  }
  thread.on('message', ({ answer, isLarge }: EngineReport) => {
    if (isLarge) end(evaluator)
    finish(evaluator, answer)
  })
  thread.on('exit', lose)
  thread.on('error', lose)
  evaluators.add(evaluator)
  return evaluator
}

function begin(evaluator: Evaluator, job: EngineJob, settle: (answer: EngineAnswer) => void): void {
  evaluator.settle = settle
  evaluator.thread.ref()
  clearTimeout(evaluator.timer)
  evaluator.timer = setTimeout(() => end(evaluator), patienceMs)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  evaluator.thread.postMessage(job)
}

function finish(evaluator: Evaluator, answer: EngineAnswer): void {
  const { settle, thread } = evaluator
  evaluator.settle = undefined
  clearTimeout(evaluator.timer)
  // A thread that waits for work does not keep the service alive.
  thread.unref()
  if (evaluators.has(evaluator)) evaluator.timer = setTimeout(() => end(evaluator), idleMs).unref()
  settle?.(answer)
}

/** It gets no other job from now on. */
function end(evaluator: Evaluator): void {
  evaluators.delete(evaluator)
  clearTimeout(evaluator.timer)
  void evaluator.thread.terminate()
}
