import { accessSync, constants, statfsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of the browser (absent: Playwright's own) and its flags. */
export interface BrowserLaunch {
  readonly executablePath?: string
  readonly args: string[]
  /** Flags of Playwright's that it shall leave out. */
  readonly ignoreDefaultArgs?: string[]
}

/**
 * How much of a browser a test needs. `whole` is Chromium as people have it; `engine` is content with its headless
 * shell, the same engine without the interface around a page, which takes a quarter of the processor time to start and
 * to open a context. Without a shell both are the whole browser.
 */
export type BrowserExtent = 'whole' | 'engine'

/** The facts that decide which browser and flags are used. */
export interface BrowserMachine {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isRoot: boolean
  /** Free bytes of shared memory. */
  readonly sharedMemory: number
}

/** Flags that keep a test browser quiet: nothing fetched that a test did not ask for. */
const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const programs = {
  whole: ['chromium', 'chromium-browser'],
  engine: ['chromium-headless-shell', 'chromium', 'chromium-browser'],
} as const satisfies Readonly<Record<BrowserExtent, readonly string[]>>

/** Containers give 64 MiB by default, and a tab that finds none crashes. */
const enoughSharedMemory = 1024 ** 3

/**
 * Finds Chromium: GATEHOUSE_CHROMIUM for everything, else `chromium-headless-shell` (if that is enough) or `chromium`
 * on PATH. Undefined means Playwright's own, if it is there.
 */
export function findChromium(
  extent: BrowserExtent,
  environment: BrowserMachine['environment'] = process.env,
): string | undefined {
  const named = environment['GATEHOUSE_CHROMIUM']
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`GATEHOUSE_CHROMIUM names ${named}, which cannot be started`)
    return named
  }
  const folders = (environment['PATH'] ?? '').split(delimiter)
  return programs[extent].flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Returns launch options for Playwright and compatible tools. */
export function browserLaunch(extent: BrowserExtent, machine: BrowserMachine = thisMachine()): BrowserLaunch {
  const executablePath = findChromium(extent, machine.environment)
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    // Chromium's sandbox refuses to start as root, the user of containers.
    args: machine.isRoot ? ['--no-sandbox', ...quietFlags] : quietFlags,
    // Playwright moves shared memory to files, which are written to the disk again and again.
    ...(machine.sharedMemory < enoughSharedMemory ? {} : { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  }
}

function thisMachine(): BrowserMachine {
  return { environment: process.env, isRoot: process.getuid?.() === 0, sharedMemory: freeSharedMemory() }
}

function freeSharedMemory(): number {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize
  } catch {
    return 0
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
