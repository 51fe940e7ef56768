import { stat } from 'node:fs/promises'
import { createRepeatedWork } from '@gatehouse/platform/work'

/** Files that are looked at again and again. */
export interface WatchedFiles {
  stop(): Promise<void>
}

/** How often to look, in milliseconds. */
const everyMs = 1_000

/**
 * Calls back once a file is another one than before and has stayed so for a look: editors and copies write in several steps.
 * Looking instead of waiting for the system to say it: so it makes no difference whether a file is written, renamed, reached
 * by links that are swapped (as in a ConfigMap of Kubernetes), or on a network’s disk. One that is gone has not changed: it
 * may be on its way. Resolves once it knows how they are now.
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

/** Of the file that a path leads to, whatever links are in between. */
async function fingerprintOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino, size, mtimeMs } = await stat(path)
    return [dev, ino, size, mtimeMs].join(' ')
  } catch {
    return undefined
  }
}
