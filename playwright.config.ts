import { defineConfig, devices } from '@playwright/test'
import { browserLaunch } from '@gatehouse/testing/browser'

const isContinuousIntegration = Boolean(process.env['CI'])

/** Journeys marked with one of these run only in the project of that name. */
const onlyIn = { noScript: /@no-js/, keyboard: /@keyboard/ }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Each worker runs a gateway and a browser of its own.
  workers: isContinuousIntegration ? 1 : 2,
  fullyParallel: false,
  forbidOnly: isContinuousIntegration,
  // A journey that only works the second time does not work.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: browserLaunch(),
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    // oxfmt-ignore
    { name: 'js', grepInvert: [onlyIn.noScript, onlyIn.keyboard] },
    { name: 'no-js', grep: onlyIn.noScript, use: { javaScriptEnabled: false } },
    { name: 'keyboard', grep: onlyIn.keyboard },
  ],
})
