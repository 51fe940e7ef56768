import { execFileSync } from 'node:child_process'
import type { OtherBrowser } from './other-browser.ts'

/** TABLE: the browsers, their programs, and the Debian packages that have these. */
export const otherBrowsers = {
  Firefox: { programs: ['firefox-esr'], packages: 'firefox-esr', open: () => import('./firefox.ts') },
  WebKit: {
    programs: ['WebKitWebDriver', 'Xvfb'],
    packages: 'webkit2gtk-driver xvfb',
    open: () => import('./webkit.ts'),
  },
} as const satisfies Readonly<Record<string, OtherBrowserRow>>

interface OtherBrowserRow {
  readonly programs: readonly string[]
  readonly packages: string
  readonly open: () => Promise<{ readonly openBrowser: () => Promise<OtherBrowser> }>
}

/** A browser of the table. */
export type OtherBrowserName = keyof typeof otherBrowsers

/**
 * Makes sure that a browser can be started here. If a program is missing, the test is skipped with the reason; with
 * `CI=true` that is an error.
 */
export function needBrowser(name: OtherBrowserName, skip: (reason: string) => void): void {
  const { programs, packages } = otherBrowsers[name]
  const missing = programs.filter((program) => !isThere(program))
  if (missing.length === 0) return
  const reason = `${name} needs ${missing.join(' and ')} (Debian: apt-get install ${packages})`
  if (process.env['CI'] === 'true') throw new Error(reason)
  skip(reason)
}

function isThere(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
