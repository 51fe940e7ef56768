import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const repositoryRoot = fileURLToPath(new URL('../../..', import.meta.url))

/** A program of the repository that runs for a test. */
export interface ServiceProcess {
  readonly pid: number
  /** Everything it has written so far, both streams. */
  logs(): string
  /** Asks it to end (SIGTERM) and waits; after `graceMs` (10,000) it is killed. Returns its exit code. */
  stop(graceMs?: number): Promise<number | null>
  /** Kills it without a warning (SIGKILL) and waits. */
  kill(): Promise<void>
}

/** The program to start, and the sign that it is ready. */
export interface ServiceProcessOptions {
  /** Path of the program; Node 24 by default, which then runs the first of `args`. */
  readonly program?: string
  /** Arguments; paths are relative to `folder`. */
  readonly args: readonly string[]
  /** The folder in which it runs: the repository, or a copy of it. */
  readonly folder?: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Answers 200 once the service is ready; without it, a service counts as ready at once. */
  readonly readyUrl?: string
  /** Milliseconds until a start counts as failed (150,000). */
  readonly timeoutMs?: number | undefined
}

/**
 * Tells whether tests start the deployed bundle: `npm test` builds the bundle and sets the variable. A test that is run
 * alone starts the sources as they are at that moment.
 */
export function testsBundle(): boolean {
  return process.env['GATEHOUSE_TESTED'] === 'bundle'
}

/** Starts a program and waits until it is ready. Rejects with its output if it ends before. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const child = spawn(options.program ?? nodeProgram(), [...options.args], {
    cwd: options.folder ?? repositoryRoot,
    env: { ...process.env, NODE_ENV: 'production', ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  // The parent process may be killed without a chance to stop it.
  const killWithParent = () => child.kill('SIGKILL')
  process.once('exit', killWithParent)
  child.once('exit', () => process.off('exit', killWithParent))

  const service: ServiceProcess = {
    pid: child.pid ?? -1,
    logs: () => output,
    stop: (graceMs = 10_000) => end(child, 'SIGTERM', graceMs),
    kill: async () => {
      await end(child, 'SIGKILL', 10_000)
    },
  }
  try {
    if (options.readyUrl !== undefined) await untilReady(child, options.readyUrl, options.timeoutMs ?? 150_000)
  } catch (error) {
    await service.kill()
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${options.args.join(' ')}: ${reason}\n${output}`, { cause: error })
  }
  return service
}

function nodeProgram(): string {
  const bundled = `${repositoryRoot}/node_modules/node/bin/node`
  return existsSync(bundled) ? bundled : process.execPath
}

async function untilReady(child: ChildProcess, readyUrl: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  let last = 'no answer yet'
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new Error(`ended with code ${child.exitCode ?? child.signalCode} before it was ready`)
    try {
      // A connection kept for the next call may have been closed by then, as Ory Hydra does after five seconds.
      const response = await fetch(readyUrl, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(2_000),
        redirect: 'manual',
      })
      await response.body?.cancel()
      if (response.status === 200) return
      last = `status ${response.status}`
    } catch (error) {
      last = error instanceof Error ? error.message : String(error)
    }
    await delay(50)
  }
  throw new Error(`not ready at ${readyUrl} after ${timeoutMs} ms (${last})`)
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL', graceMs: number): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await exited
  clearTimeout(timer)
  return child.exitCode
}
