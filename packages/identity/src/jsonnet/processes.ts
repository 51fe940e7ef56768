import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

import { createFairQueue } from '@gatehouse/platform/work'
import type { JsonnetAnswer, JsonnetJob } from './job.ts'

/** Programs turn one JSON into another; who takes longer is lost in a loop. Milliseconds. */
const patienceMs = 5_000
/** One more than a project may have at once: a project whose programs never end leaves one for the others. */
const queue = createFairQueue({ slots: 3, slotsOfLane: 2, waitingOfLane: 50, patienceMs: 10_000 })
/** Memory of one process that is looked at, in bytes; and how often, in milliseconds. */
const mostMemory = 512 * 1024 * 1024
const lookEveryMs = 50
/** Processes that are unused for so long are ended. Milliseconds. */
const idleMs = 30_000

interface Evaluator {
  readonly child: ChildProcess
  /** Whoever waits for its answer; nothing: it is free. */
  settle: ((answer: JsonnetAnswer) => void) | undefined
  timer: NodeJS.Timeout | undefined
  guard: NodeJS.Timeout | undefined
}

const file = new URL('./evaluator.ts', import.meta.url)
const evaluators = new Set<Evaluator>()

/** Works programs out, each in a process that is ended if it takes too long or too much. */
export interface JobRunner {
  /** Rejects with a `QueueFullError` where too much is waiting, else never. */
  run(job: JsonnetJob): Promise<JsonnetAnswer>
}

/** Runs the programs of one project. The processes are those of all projects, which are served in rotation. */
export function createJobRunner(): JobRunner {
  const lane = queue.lane()
  return { run: (job) => lane(() => new Promise((settle) => begin(freeEvaluator(), job, settle))) }
}

function freeEvaluator(): Evaluator {
  return [...evaluators].find(({ settle }) => settle === undefined) ?? start()
}

function start(): Evaluator {
  // The engine needs neither secrets nor settings.
  const child = fork(file, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=64'],
  })
  const evaluator: Evaluator = { child, settle: undefined, timer: undefined, guard: undefined }
  const lose = (): void => {
    evaluators.delete(evaluator)
    finish(evaluator, { kind: 'failed', reason: 'the program took too long, or too much memory' })
  }
  child.on('message', (answer: JsonnetAnswer) => finish(evaluator, answer))
  child.on('exit', lose)
  child.on('error', lose)
  evaluators.add(evaluator)
  return evaluator
}

function begin(evaluator: Evaluator, job: JsonnetJob, settle: (answer: JsonnetAnswer) => void): void {
  evaluator.settle = settle
  evaluator.child.ref()
  evaluator.child.channel?.ref()
  clearTimeout(evaluator.timer)
  evaluator.timer = setTimeout(() => evaluator.child.kill('SIGKILL'), patienceMs)
  evaluator.guard = setInterval(() => void endIfLarge(evaluator.child), lookEveryMs)
  evaluator.child.send(job)
}

function finish(evaluator: Evaluator, answer: JsonnetAnswer): void {
  const { settle, child } = evaluator
  evaluator.settle = undefined
  clearTimeout(evaluator.timer)
  clearInterval(evaluator.guard)
  // A process that waits for work does not keep the service alive.
  child.unref()
  child.channel?.unref()
  evaluator.timer = setTimeout(() => child.kill(), idleMs).unref()
  settle?.(answer)
}

const pageBytes = 4096

/** Where the system tells how large a process is (Linux), one that grows without end is ended. */
async function endIfLarge(child: ChildProcess): Promise<void> {
  const [, pages = '0'] = await readFile(`/proc/${child.pid ?? 0}/statm`, 'utf8').then(
    (text) => text.split(' '),
    () => [],
  )
  if (Number(pages) * pageBytes > mostMemory) child.kill('SIGKILL')
}
