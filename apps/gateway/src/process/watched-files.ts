import { stat } from 'node:fs/promises'
import { createRepeatedWork } from '@gatehouse/platform/work'

/** Files that are polled for changes. */
export interface WatchedFiles {
  stop(): Promise<void>
}

/** The polling interval, in milliseconds. */
const everyMs = 1_000

/**
 * Calls back once a file differs from before and has stayed so for one poll: editors and copies write in several steps.
 * Polling works alike for files that are written, renamed, reached by links that are swapped (as in a ConfigMap of
 * Kubernetes), or on a network’s disk. A deleted file has not changed: it may be about to be replaced. Resolves once it
 * knows the files' present state.
 */
export async function watchFiles(
  paths: readonly string[],
  changed: (paths: readonly string[]) => void,
): Promise<WatchedFiles> {
  const known = new Map<string, string>()
  const moved = new Map<string, string>()

  async function look(): Promise<void> {
    const settled: string[] = []
    for (const path of paths) {
      // oxlint-disable-next-line no-await-in-loop -- two or three files
      const now = await fingerprintOf(path)
      if (now === undefined) continue
      const before = known.get(path)
      if (before === undefined || before === now) {
        known.set(path, now)
        moved.delete(path)
      } else if (moved.get(path) === now) {
        known.set(path, now)
        moved.delete(path)
        settled.push(path)
      } else moved.set(path, now)
    }
    if (settled.length > 0) changed(settled)
  }

  const work = createRepeatedWork({ everyMs, work: look, failed: () => undefined, mended: () => undefined })
  await look()
  work.start()
  return { stop: () => work.stop() }
}

/** Returns a fingerprint of the file that a path resolves to through any symbolic links. */
async function fingerprintOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeMs } = await stat(path)
    return [dev, ino, size, mtimeMs].join(' ')
  } catch {
    return undefined
  }
}
