import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

import type { JsonnetAnswer, JsonnetJob } from './job.ts'

/** Programs turn one JSON into another; who takes longer is lost in a loop. Milliseconds. */
const patienceMs = 5_000
const mostProcesses = 2
/** Memory of one process that is looked at, in bytes; and how often, in milliseconds. */
const mostMemory = 512 * 1024 * 1024
const lookEveryMs = 50
/** Processes that nobody needs for so long are ended. Milliseconds. */
const idleMs = 30_000

interface Waiting {
  readonly job: JsonnetJob
  readonly settle: (answer: JsonnetAnswer) => void
}

interface Evaluator {
  readonly child: ChildProcess
  current: Waiting | undefined
  timer: NodeJS.Timeout | undefined
  guard: NodeJS.Timeout | undefined
}

const file = new URL('./evaluator.ts', import.meta.url)
const queue: Waiting[] = []
const evaluators = new Set<Evaluator>()

/** Works a program out, in a process that is ended if it takes too long or too much. Never rejects. */
export function runJob(job: JsonnetJob): Promise<JsonnetAnswer> {
  return new Promise((settle) => {
    queue.push({ job, settle })
    assign()
  })
}

function assign(): void {
  while (queue.length > 0) {
    const free = [...evaluators].find(({ current }) => current === undefined)
    if (!free && evaluators.size >= mostProcesses) return
    const next = queue.shift()
    if (next) begin(free ?? start(), next)
  }
}

function start(): Evaluator {
  // The engine needs neither secrets nor settings.
  const child = fork(file, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=64'],
  })
  const evaluator: Evaluator = { child, current: undefined, timer: undefined, guard: undefined }
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

function begin(evaluator: Evaluator, waiting: Waiting): void {
  evaluator.current = waiting
  evaluator.child.ref()
  evaluator.child.channel?.ref()
  clearTimeout(evaluator.timer)
  evaluator.timer = setTimeout(() => evaluator.child.kill('SIGKILL'), patienceMs)
  evaluator.guard = setInterval(() => void endIfLarge(evaluator.child), lookEveryMs)
  evaluator.child.send(waiting.job)
}

function finish(evaluator: Evaluator, answer: JsonnetAnswer): void {
  const { current, child } = evaluator
  evaluator.current = undefined
  clearTimeout(evaluator.timer)
  clearInterval(evaluator.guard)
  // A process that waits for work keeps nobody alive.
  child.unref()
  child.channel?.unref()
  evaluator.timer = setTimeout(() => child.kill(), idleMs).unref()
  current?.settle(answer)
  assign()
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
