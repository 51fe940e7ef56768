import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { atRoot } from './process.mjs'

// Outside node_modules, because installing replaces that folder as a whole.
const stateFolder = atRoot('.ready')
const lockFolder = atRoot('.ready/lock')
const ownerFile = atRoot('.ready/lock/owner')
/** Milliseconds after which a lock without an owner's name counts as left behind. */
const namelessAfterMs = 5_000

/**
 * Does a piece of work while no other copy of this program does the same.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(work) {
  mkdirSync(stateFolder, { recursive: true })
  let said = false
  while (!tryLock()) {
    if (isAbandoned()) {
      rmSync(lockFolder, { recursive: true, force: true })
      continue
    }
    if (!said) console.error('Another copy is making things ready; waiting for it …')
    said = true
    await delay(200)
  }
  const release = () => rmSync(lockFolder, { recursive: true, force: true })
  const releaseAndEnd = () => {
    release()
    process.exit(130)
  }
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, releaseAndEnd)
  try {
    return await work()
  } finally {
    for (const signal of signals) process.off(signal, releaseAndEnd)
    release()
  }
}

function tryLock() {
  try {
    mkdirSync(lockFolder)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  writeFileSync(ownerFile, String(process.pid))
  return true
}

/** Tells whether the process that took the lock is gone. */
function isAbandoned() {
  let owner
  try {
    owner = Number(readFileSync(ownerFile, 'utf8'))
  } catch {
    owner = 0
  }
  if (!owner) return ageOfLock() > namelessAfterMs
  try {
    process.kill(owner, 0)
    return false
  } catch (error) {
    return codeOf(error) === 'ESRCH'
  }
}

function ageOfLock() {
  try {
    return Date.now() - statSync(lockFolder).mtimeMs
  } catch {
    return 0
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
