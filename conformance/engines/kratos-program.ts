import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const moduleFolder = fileURLToPath(new URL('kratos', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../.cache', import.meta.url))
const buildTimeoutMs = 900_000

/** A folder for what belongs to the exact sources that go.sum names. */
export async function kratosCache(): Promise<string> {
  const sources = createHash('sha256')
  for (const file of ['go.sum', 'main.go']) sources.update(await readFile(join(moduleFolder, file)))
  return join(cacheFolder, `kratos-${sources.digest('hex').slice(0, 16)}`)
}

/** Where Go is missing: why Kratos cannot be built. Without a need to build there is no need for Go. */
export async function goIsMissing(): Promise<string | undefined> {
  if (await exists(join(await kratosCache(), 'kratos'))) return undefined
  try {
    await run('go', ['version'])
    return undefined
  } catch {
    return 'Go is not installed, so Kratos cannot be built (https://go.dev/dl)'
  }
}

/** Path of a Kratos program; the first call on a machine builds it from the sources of the Go module proxy. */
export async function kratosProgram(): Promise<string> {
  const folder = await kratosCache()
  const program = join(folder, 'kratos')
  await mkdir(folder, { recursive: true })
  return alone(join(folder, 'build.lock'), async () => {
    if (!(await exists(program))) await build(program)
    return program
  })
}

async function build(program: string): Promise<void> {
  process.stderr.write(`Building Kratos from conformance/engines/kratos; this happens once and takes some minutes.\n`)
  const began = Date.now()
  await run('go', ['build', '-trimpath', '-tags', 'sqlite', '-o', `${program}.part`, '.'], {
    cwd: moduleFolder,
    env: { ...process.env, CGO_ENABLED: '1' },
    timeout: buildTimeoutMs,
    maxBuffer: 64 * 1024 * 1024,
  })
  await rename(`${program}.part`, program)
  process.stderr.write(`Kratos is built (${Math.round((Date.now() - began) / 1000)} s): ${program}\n`)
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
