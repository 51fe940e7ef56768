import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** A command with all that it starts. */
export interface Group {
  readonly child: ChildProcess
  /** Everything that it has written so far. */
  readonly output: () => string
}

/** Running commands, each with all processes that it starts; none outlives this process. */
export interface Groups {
  start(command: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Group
  /** Asks all to end, kills the remaining ones after a while, and waits for them. */
  end(): Promise<void>
}

/** How long a command may take to end, in milliseconds. */
const endTimeoutMs = 10_000

/** Makes them. `timeoutMs`: in milliseconds. */
export function openGroups(timeoutMs = endTimeoutMs): Groups {
  const alive = new Set<ChildProcess>()
  const killAll = () => {
    for (const child of alive) signal(child, 'SIGKILL')
  }
  process.on('exit', killAll)
  return {
    start(command, { cwd, env }) {
      const child = spawn('bash', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
      alive.add(child)
      child.once('exit', () => alive.delete(child))
      return { child, output: () => output }
    },
    async end() {
      await Promise.all([...alive].map((child) => endOne(child, timeoutMs)))
      process.off('exit', killAll)
    },
  }
}

async function endOne(child: ChildProcess, timeoutMs: number): Promise<void> {
  const ended = once(child, 'exit')
  signal(child, 'SIGTERM')
  await Promise.race([ended, delay(timeoutMs, undefined, { ref: false })])
  // The remaining processes of a group end too if its first process has ended.
  signal(child, 'SIGKILL')
  await ended
}

function signal({ pid }: ChildProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (pid !== undefined) process.kill(-pid, name)
  } catch {
    // None of the group is left.
  }
}
