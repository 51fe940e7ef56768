import { execFileSync } from 'node:child_process'
import { mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on a separate disk, which can be filled. */
export interface SmallDisk {
  readonly folder: string
  /** Writes until nothing more can be written. */
  fill(): void
  /** Frees the space that `fill` took. */
  free(): void
  remove(): void
}

/** The size of the disk, far more than a gateway writes during a fault. */
const mebibytes = 256

/** Mounts one. Throws if only root may (Linux). */
export function makeSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-faults-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'inherit' })
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'w')
      // Smaller and smaller, so that not a page is free.
      for (const size of [1 << 20, 4096]) writeUntilFull(file, Buffer.alloc(size))
      closeSync(file)
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      execFileSync('umount', [folder], { stdio: 'inherit' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function writeUntilFull(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error
  }
}
