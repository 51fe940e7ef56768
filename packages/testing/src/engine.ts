import { mkdir, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const staleLockMs = 900_000

/** A third-party program that tests really run: built or installed before the tests, never by one of them. */
export interface Engine {
  /** Its name for people, with its version. */
  readonly title: string
  /** Returns why it cannot be run here; undefined if it is ready. */
  missing(): Promise<string | undefined>
  /** Builds or installs it, unless that has been done for exactly these sources. Throws with the reason. */
  prepare(): Promise<void>
  /** Returns the path of the program, or of its environment. Throws if it is missing. */
  path(): Promise<string>
}

/**
 * Returns the folder of the engines, each in a folder named after its sources: every checkout of a machine
 * shares them. `GATEHOUSE_ENGINES` names another folder.
 */
export function enginesFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { GATEHOUSE_ENGINES, XDG_CACHE_HOME } = environment
  return GATEHOUSE_ENGINES ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gatehouse-engines')
}

/** Returns the sentence for an engine that was not prepared. */
export function notPrepared(title: string): string {
  return `${title} is not built on this machine; "npm run engines" does that once.`
}

/** Runs work that no other process does at the same time. A lock left by a process that died is taken over. */
export async function alone<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + staleLockMs
  while (!(await claim(lock))) {
    if (Date.now() > deadline) throw new Error(`${lock} is held by another process; remove it if none runs`)
    const age = await ageOf(lock)
    if (age !== undefined && age > staleLockMs) await rm(lock, { recursive: true, force: true })
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

/** Tells whether a file exists. */
export async function exists(path: string): Promise<boolean> {
  return (await ageOf(path)) !== undefined
}
