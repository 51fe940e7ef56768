import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** How to start the browser: where it is (Playwright's own where absent) and with which flags. */
export interface BrowserLaunch {
  readonly executablePath?: string
  readonly args: string[]
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

/** Finds Chromium: GATEHOUSE_CHROMIUM, else `chromium` on PATH. Undefined means Playwright's own, if it is there. */
export function findChromium(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const named = environment['GATEHOUSE_CHROMIUM']
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`GATEHOUSE_CHROMIUM names ${named}, which cannot be started`)
    return named
  }
  const folders = (environment['PATH'] ?? '').split(delimiter)
  const places = folders.flatMap((folder) => [join(folder, 'chromium'), join(folder, 'chromium-browser')])
  return places.find((place) => isExecutable(place))
}

/** Launch options for Playwright and anything that speaks its language. */
export function browserLaunch(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  isRoot = process.getuid?.() === 0,
): BrowserLaunch {
  const executablePath = findChromium(environment)
  // Chromium's sandbox refuses to start as root, which is what containers run as.
  const args = isRoot ? ['--no-sandbox', ...quietFlags] : quietFlags
  return { ...(executablePath === undefined ? {} : { executablePath }), args }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
