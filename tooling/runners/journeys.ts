import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { findChromium } from '@gatehouse/testing/browser'
import { fileTimesByPlaywright, notPassedByPlaywright, passedByPlaywright, timesByPlaywright } from './not-passed.ts'
import { honestTally, slowestLines, type Outcome, type Runner } from './tally.ts'
import { numbers, runTool, withReport } from './tool.ts'

const howToGetChromium = `No Chromium was found, so the journeys in a real browser cannot run. Any of these helps:
  apt-get install chromium                 (Debian, Ubuntu; as root; on Debian chromium-headless-shell too: faster)
  npx playwright install chromium          (Playwright's own)
  GATEHOUSE_CHROMIUM=/path/to/chromium     (one you have)`

/** The journeys in a real browser. Without one they count as skipped, under CI as failed. */
export const journeys: Runner = {
  title: 'Journeys in a browser',
  claims: (path) => path.startsWith('e2e'),
  async run({ paths, since }) {
    if (!hasChromium()) {
      console.log(howToGetChromium)
      const count = await countJourneys(paths)
      return isContinuousIntegration()
        ? { passed: 0, failed: count, skipped: 0 }
        : { passed: 0, failed: 0, skipped: count }
    }
    return runPlaywright([
      ...(since === undefined ? [] : [`--only-changed=${since}`, '--pass-with-no-tests']),
      ...paths,
    ])
  },
  // Playwright has noted which those are, and empties its folder: the evidence of the first look is kept beside it.
  async again() {
    await cp('test-results', 'playwright-report/first-look', { recursive: true, force: true })
    return runPlaywright(['--last-failed', '--workers=1'])
  },
}

async function runPlaywright(args: readonly string[]): Promise<Outcome> {
  const { code, report } = await withReport((file) =>
    runTool('playwright', ['test', '--reporter=line,json', ...args], {
      show: true,
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    }),
  )
  console.log(slowestLines(fileTimesByPlaywright(report)).join('\n'))
  return honestTally(readReport(report), code, { mayBeEmpty: args.includes('--pass-with-no-tests') })
}

function hasChromium(): boolean {
  return findChromium('whole') !== undefined || existsSync(chromium.executablePath())
}

function isContinuousIntegration(): boolean {
  const value = process.env['CI']
  return value !== undefined && value !== '' && value !== 'false'
}

/** Counts the journeys; at least one, so that the lack of a browser shows in the sum. */
async function countJourneys(paths: readonly string[]): Promise<number> {
  const { output } = await runTool('playwright', ['test', '--list', '--reporter=list', ...paths])
  return Math.max(1, Number(/^Total: (\d+) tests?/m.exec(output)?.[1] ?? 0))
}

function readReport(report: unknown): Outcome | undefined {
  if (typeof report !== 'object' || report === null || !('stats' in report)) return undefined
  const counts = numbers(report.stats, ['expected', 'unexpected', 'flaky', 'skipped'])
  if (counts === undefined) return undefined
  const [expected = 0, unexpected = 0, flaky = 0, skipped = 0] = counts
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    notPassed: notPassedByPlaywright(report),
    passedNames: passedByPlaywright(report),
    times: timesByPlaywright(report),
  }
}
