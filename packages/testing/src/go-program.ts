import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { repositoryRoot } from './service-process.ts'

const run = promisify(execFile)
const modulesFolder = join(repositoryRoot, 'conformance/engines')
const cacheFolder = join(repositoryRoot, 'conformance/.cache')
const buildTimeoutMs = 900_000
/** Nothing here debugs them: what a debugger reads is a fifth of the processor time of a build. */
const quickly = ['-gcflags=all=-dwarf=false', '-ldflags=-s -w']

/** A program that tests need in the real, built from what the Go module proxy publishes. */
export interface GoProgram {
  /** A folder for what belongs to the exact sources that go.sum names. */
  cache(): Promise<string>
  /** Where Go is missing: why the program cannot be built. Without a need to build there is no need for Go. */
  missing(): Promise<string | undefined>
  /** Path of the program; the first call on a machine builds it. */
  path(): Promise<string>
}

/** The program that `conformance/engines/{name}` wraps; `title` is its name for people. */
export function goProgram(name: 'kratos' | 'hydra', title: string): GoProgram {
  const moduleFolder = join(modulesFolder, name)

  async function cache(): Promise<string> {
    const sources = createHash('sha256')
    for (const file of ['go.sum', 'main.go']) sources.update(await readFile(join(moduleFolder, file)))
    return join(cacheFolder, `${name}-${sources.digest('hex').slice(0, 16)}`)
  }

  async function build(program: string): Promise<void> {
    process.stderr.write(`Building ${title} from conformance/engines/${name}; this happens once and takes minutes.\n`)
    const began = Date.now()
    await run('go', ['build', ...quickly, '-trimpath', '-tags', 'sqlite', '-o', `${program}.part`, '.'], {
      cwd: moduleFolder,
      env: { ...process.env, CGO_ENABLED: '1', CGO_CFLAGS: '-O1 -g0' },
      timeout: buildTimeoutMs,
      maxBuffer: 64 * 1024 * 1024,
    })
    await rename(`${program}.part`, program)
    process.stderr.write(`${title} is built (${Math.round((Date.now() - began) / 1000)} s): ${program}\n`)
  }

  return {
    cache,
    async missing() {
      if (await exists(join(await cache(), name))) return undefined
      try {
        await run('go', ['version'])
        return undefined
      } catch {
        return `Go is not installed, so ${title} cannot be built (https://go.dev/dl)`
      }
    },
    async path() {
      const folder = await cache()
      const program = join(folder, name)
      await mkdir(folder, { recursive: true })
      return alone(join(folder, 'build.lock'), async () => {
        if (!(await exists(program))) await build(program)
        return program
      })
    },
  }
}

/** Runs work that no other process does at the same time. A lock left by a process that died is taken over. */
export async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + buildTimeoutMs
  while (!(await claim(lock))) {
    if (Date.now() > deadline) throw new Error(`${lock} is held by somebody else; remove it if nobody is`)
    const age = await ageOf(lock)
    if (age !== undefined && age > buildTimeoutMs) await rm(lock, { recursive: true, force: true })
    await delay(200)
  }
  try {
    return await work()
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

// A folder, because making one either succeeds or says that it is there.
async function claim(lock: string): Promise<boolean> {
  try {
    await mkdir(lock)
    return true
  } catch {
    return false
  }
}

async function ageOf(path: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(path)).mtimeMs
  } catch {
    return undefined
  }
}

/** Whether a file is there. */
export async function exists(path: string): Promise<boolean> {
  return (await ageOf(path)) !== undefined
}
