import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test'
import { browserLaunch } from '@gatehouse/testing/browser'
import { kratosTests } from './e2e/kratos/kratos-tests.ts'
import type { WorkerFixtures } from './e2e/fixtures.ts'
import { currentLane, filesOfLane, laterJourneys } from './tooling/lanes.ts'

const isContinuousIntegration = Boolean(process.env['CI'])

/**
 * A trace shows every step of a failed journey, and costs a quarter of the browser's processor time while nothing fails.
 * Without it a failure has its picture, what was asked and said, and the page (e2e/evidence.ts).
 */
const hasTrace = (process.env['E2E_TRACE'] ?? (isContinuousIntegration ? 'off' : 'on')) === 'on'

/** Journeys marked with one of these run only in the project of that name. */
const onlyIn = { noScript: /@no-js/, keyboard: /@keyboard/ }

type Options = Pick<WorkerFixtures, 'engine'>
type Projects = NonNullable<PlaywrightTestConfig<object, Options>['projects']>

const lane = currentLane()

/** The files of a project in this run's lane. */
function ofLane(project: string): { readonly testMatch: string[] } {
  // That folder is about Ory Kratos alone.
  const found = { project, include: ['e2e/**/*.spec.ts'], exclude: ['e2e/kratos/**'] }
  const lanes = lane === undefined ? (['landing', 'rest'] as const) : [lane]
  const files = lanes.flatMap((one) => filesOfLane(laterJourneys, found, import.meta.dirname, one))
  return { testMatch: files.map((file) => `**/${file}`) }
}

const embedded: Projects = [
  { name: 'js', ...ofLane('js'), grepInvert: [onlyIn.noScript, onlyIn.keyboard] },
  { name: 'no-js', ...ofLane('no-js'), grep: onlyIn.noScript, use: { javaScriptEnabled: false } },
  { name: 'keyboard', ...ofLane('keyboard'), grep: onlyIn.keyboard },
]

/** The main journeys once more, where control plane and accounts are in PostgreSQL; the stores have tests on both. */
const onPostgres: Projects = [
  {
    name: 'postgres',
    testMatch: [
      '**/e2e/journeys/{account,settings}.spec.ts',
      '**/e2e/second-factor/second-factor.spec.ts',
      '**/e2e/console/journey.spec.ts',
    ],
    grepInvert: [onlyIn.noScript, onlyIn.keyboard],
    use: { engine: 'embedded-on-postgres' },
  },
]

/** The journeys that a real Ory Kratos can do: with everything else some, alone (`E2E_ENGINE=kratos`) all of them. */
const isKratosAlone = process.env['E2E_ENGINE'] === 'kratos'
const { testMatch, only, except } = kratosTests(isKratosAlone ? 'asked' : 'always')
const kratosUse = { engine: 'kratos' } as const
const kratosWay = { testMatch, grep: only }
const without = (tag: RegExp) => new RegExp(`^(?!.*${tag.source})`)
const kratos: Projects = [
  { name: 'kratos', ...kratosWay, grepInvert: [...except, onlyIn.noScript, onlyIn.keyboard], use: kratosUse },
  {
    name: 'kratos-no-js',
    ...kratosWay,
    grepInvert: [...except, without(onlyIn.noScript)],
    use: { ...kratosUse, javaScriptEnabled: false },
  },
]
const kratosByKeyboard: Projects = [
  { name: 'kratos-keyboard', ...kratosWay, grepInvert: [...except, without(onlyIn.keyboard)], use: kratosUse },
]

export default defineConfig<object, Options>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Each worker runs a gateway and a browser of its own; in between it waits for answers, mails and the clock.
  workers: Number(process.env['E2E_WORKERS'] ?? 3),
  fullyParallel: false,
  forbidOnly: isContinuousIntegration,
  // A journey that only works the second time does not work.
  retries: 0,
  // For a machine that does much else at the same time: a journey that hangs ends here, one that works never comes near.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'line',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: browserLaunch('engine'),
    locale: 'en-US',
    // A control that does not appear is reported where it was waited for, not after the time of the whole journey.
    actionTimeout: 60_000,
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    trace: hasTrace ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: isKratosAlone
    ? [...kratos, ...kratosByKeyboard]
    : [...embedded, ...(lane === 'landing' ? [] : [...onPostgres, ...kratos])],
})
