import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'

interface Mortal {
  readonly gateway: GatewayProcess
  /** Kills the process, and starts it again on the remaining data. */
  die(): Promise<void>
}

/** `test` with a separate gateway that can be killed. */
const test = base.extend<{ readonly mortal: Mortal }>({
  mortal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const [publicPort = 0, admin = 0, console = 0] = await freePorts(3)
      const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))
      const start = () => startGateway({ dataFolder, ports: { public: publicPort, admin, console } })
      let gateway = await start()
      const die = async () => {
        await gateway.kill()
        gateway = await start()
      }
      await use({ gateway, die })
      await gateway.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
    { timeout: 180_000 },
  ],
  gateway: ({ mortal }, use) => use(mortal.gateway),
})

const people = 10_000

/** bcrypt of "a word from before", cost 4. */
const hash = '$2b$04$VYCGUmYtlPihELy3BWrwk.JbasIq9049107JK5Is1Xsd7mHd/0rGW'

const lines = Array.from({ length: people }, (_, index) =>
  JSON.stringify({
    create: {
      schema_id: 'person',
      external_id: `many-${index}`,
      traits: { email: `many-${index}@example.org` },
      credentials: { password: { config: { hashed_password: hash } } },
    },
  }),
)

/** Returns the result of each line, by the report of the work that a page shows. */
async function reportOf(consolePage: Page): Promise<ReadonlyMap<number, string>> {
  const answer = await consolePage.request.get(`${consolePage.url()}/report`)
  const rows: readonly { line: number; result: string }[] = (await answer.text())
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => JSON.parse(row))
  expect(new Set(rows.map(({ line }) => line)).size).toBe(rows.length)
  return new Map(rows.map(({ line, result }) => [line, result]))
}

const figure = async (consolePage: Page, name: string) =>
  Number(await consolePage.getByTestId(`count-${name}`).innerText())
const created = (report: ReadonlyMap<number, string>) =>
  [...report].flatMap(([line, result]) => (result === 'created' ? [line] : []))

test('an import continues in the next process if its own ends, and begins again where it was stopped; no account is lost or created twice @import-cut-off-1', async ({
  consolePage,
  home,
  mortal,
  complaints,
}) => {
  test.slow()
  const state = consolePage.getByTestId('job-state')
  const begin = () => consolePage.getByRole('button', { name: `Create ${people} accounts` }).click()
  await consolePage.goto(`${home.root}/people/import`)
  const file = { name: 'many.jsonl', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) }
  await consolePage.getByLabel('File', { exact: true }).setInputFiles(file)
  await consolePage.getByRole('button', { name: 'Review' }).click()
  // A frozen server: the first question of the page is never answered, and the page asks again.
  let questions = 0
  await consolePage.route('**/status', (route) => ((questions += 1), questions === 1 ? undefined : route.continue()))
  await begin()
  await expect.poll(() => questions, { timeout: 30_000 }).toBeGreaterThan(1)
  await expect(consolePage.getByTestId('count-created')).toBeVisible()
  complaints.expect(/Failed to load resource: (?:net::ERR_|.* 503)/)
  // The end of the process may come in the middle of an answer.
  complaints.expect(/TypeError: network error/)
  await mortal.die()
  // The page has waited for an answer, and the next process has gone on.
  await expect(state).toHaveAttribute('data-state', 'running', { timeout: 30_000 })
  const known = await figure(consolePage, 'created')
  await expect.poll(() => figure(consolePage, 'created'), { timeout: 60_000 }).toBeGreaterThan(known)
  await consolePage.getByRole('button', { name: 'Stop' }).click()
  await expect(state).toHaveAttribute('data-state', 'stopped')
  const stopped = await reportOf(consolePage)
  expect(await figure(consolePage, 'created')).toBe(stopped.size)
  expect(stopped.size).toBeLessThan(people)

  await consolePage.getByRole('link', { name: 'Review the file again' }).click()
  await begin()
  await expect(consolePage.getByTestId('count-exists')).toBeVisible()
  // Every other page shows how far it is, and tells its end.
  await consolePage.goto(`${home.root}/sessions`)
  const ended = consolePage.getByTestId('work-ended')
  await expect(consolePage.getByTestId('running-work').first().or(ended)).toContainText(`${people}`)
  await expect(ended).toContainText('Import finished', { timeout: 120_000 })
  await ended.getByRole('link', { name: 'Show result' }).click()
  await expect(ended).toHaveCount(0)
  await expect(state).toHaveAttribute('data-state', 'done', { timeout: 120_000 })
  const whole = await reportOf(consolePage)
  expect([...whole.keys()].toSorted((a, b) => a - b)).toEqual(lines.map((_, index) => index + 1))
  expect(await figure(consolePage, 'exists')).toBe(stopped.size)
  const reported = [stopped, whole].flatMap(created)
  expect(reported.toSorted((a, b) => a - b)).toEqual(lines.map((_, index) => index + 1))

  const found: string[] = []
  let next: string | undefined = '/admin/identities?page_size=1000'
  while (next !== undefined) {
    const answer: Response = await fetch(`${mortal.gateway.adminOrigin}${next}`)
    const page: readonly { traits: { email: string } }[] = await answer.json()
    found.push(...page.map(({ traits }) => traits.email).filter((email) => email.startsWith('many-')))
    next = /<([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(found).toHaveLength(people)
  expect(new Set(found).size).toBe(people)
})
