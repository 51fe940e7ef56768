import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { brotliDecompress } from 'node:zlib'
import { createFairQueue, type Lane } from '@gatehouse/platform/work'

import type { EngineAnswer, EngineJob, EngineReport } from './job.ts'

/** The time limit of a job, in milliseconds. A job turns one JSON into another; a longer one is an endless loop. */
const timeoutMs = 5_000
/** A job beyond this time is begun anew in the slow lane, where only other slow jobs wait for it. */
const usualMs = 1_000
/** The time for which all jobs of a project with a slow one go there at once. */
const slowForMs = 60_000
/** One slot more than a project's maximum: a project whose programs never end leaves one for the others. */
const usual = createFairQueue({ slots: 3, slotsOfLane: 2, waitingOfLane: 50, timeoutMs: 10_000 })
const slow = createFairQueue({ slots: 1, slotsOfLane: 1, waitingOfLane: 50, timeoutMs: 10_000 })
/** The idle time after which a thread is ended, in milliseconds. */
const idleMs = 30_000

interface Evaluator {
  readonly thread: Worker
  /** Answers the waiting caller, with undefined after the time limit; nothing: the thread is free. */
  settle: ((answer: EngineAnswer | undefined) => void) | undefined
  timer: NodeJS.Timeout | undefined
}

const file = new URL('./evaluator.ts', import.meta.url)
const evaluators = new Set<Evaluator>()

/** Runs programs and templates, each in a thread that is ended after a time-out. The module sets the memory limit. */
export interface JobRunner {
  /** Rejects with a `QueueFullError` if the queue is full, else never. */
  run(job: EngineJob): Promise<EngineAnswer>
}

/** Runs the jobs of one project. All projects share the threads, and are served in rotation. */
export function createJobRunner(): JobRunner {
  const [usualLane, slowLane] = [usual.lane(), slow.lane()]
  let slowUntil = 0
  return {
    run: async (job) => {
      const isSlow = performance.now() < slowUntil
      const answer = isSlow ? undefined : await usualLane(() => evaluate(job, usualMs))
      return answer ?? slowLane(runSlowly)

      async function runSlowly(): Promise<EngineAnswer> {
        const begun = performance.now()
        const late = await evaluate(job, timeoutMs)
        const now = performance.now()
        // On a busy machine an ordinary job may have been late the first time.
        if (now - begun > usualMs) slowUntil = now + slowForMs
        return late ?? tooMuch
      }
    },
  }
}

/** Runs the jobs of a lane that is not a project's. */
export function createLaneRunner(lane: Lane): JobRunner {
  return { run: (job) => lane(async () => (await evaluate(job, timeoutMs)) ?? tooMuch) }
}

const tooMuch: EngineAnswer = { kind: 'failed', reason: 'it took too long, or too much memory' }

/** Runs a job in a free thread; undefined if it took longer than `limitMs`. */
async function evaluate(job: EngineJob, limitMs: number): Promise<EngineAnswer | undefined> {
  const module = await engineModule()
  return new Promise((settle) => begin(freeEvaluator(module), { job, limitMs, settle }))
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
    finish(evaluator, tooMuch)
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

interface Begun {
  readonly job: EngineJob
  readonly limitMs: number
  readonly settle: Evaluator['settle']
}

function begin(evaluator: Evaluator, { job, limitMs, settle }: Begun): void {
  evaluator.settle = settle
  evaluator.thread.ref()
  clearTimeout(evaluator.timer)
  evaluator.timer = setTimeout(() => {
    end(evaluator)
    finish(evaluator, undefined)
  }, limitMs)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  evaluator.thread.postMessage(job)
}

function finish(evaluator: Evaluator, answer: EngineAnswer | undefined): void {
  const { settle, thread } = evaluator
  evaluator.settle = undefined
  clearTimeout(evaluator.timer)
  // A thread that waits for work does not keep the service alive.
  thread.unref()
  if (evaluators.has(evaluator)) evaluator.timer = setTimeout(() => end(evaluator), idleMs).unref()
  settle?.(answer)
}

/** Ends a thread: it gets no other job. */
function end(evaluator: Evaluator): void {
  evaluators.delete(evaluator)
  clearTimeout(evaluator.timer)
  void evaluator.thread.terminate()
}

/** Built by `npm run engine` from `module/main.go`. */
const engineFile = new URL('./module/engine.wasm.br', import.meta.url)

let compiled: Promise<WebAssembly.Module> | undefined

/** Returns the engine, compiled once for all threads of this process, when the first program or template runs. */
export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= readFile(engineFile)
    .then((packed) => promisify(brotliDecompress)(packed))
    .then((bytes) => WebAssembly.compile(new Uint8Array(bytes)))
  return compiled
}
