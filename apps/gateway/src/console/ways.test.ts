import { afterEach, expect, test } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

test.skipIf(!isBuilt)('a person leads to their events, and their events lead to them and to everybody’s', async () => {
  harness = await openConsoleHarness()
  const { email } = await harness.member('ada', 'owner')
  const grace = await harness.member('grace')
  const [project] = (await harness.control('GET', '/projects')).body
  const browser = harness.browser()
  await browser.signIn(email)
  const root = `/w/${harness.workspace.slug}/p/${project.slug}`
  const theirs = `${root}/events?identity=${grace.id}`

  const person = await browser.open(`${root}/people/${grace.id}/activity`)
  expect(person.html).toContain(`href="${theirs}"`)
  const events = await browser.open(theirs)
  expect(events.status).toBe(200)
  const [whose = ''] = /<p[^>]*data-testid="whose-events".*?<\/p>/s.exec(events.html) ?? []
  expect(whose).toContain(`href="${root}/people/${grace.id}"`)
  expect(whose).toContain('grace@example.com')
  expect(whose).toContain(`href="${root}/events"`)
  const rows = events.html.match(/data-row=/g) ?? []
  const all = (await browser.open(`${root}/events`)).html
  expect(rows.length).toBeGreaterThan(0)
  expect((all.match(/data-row=/g) ?? []).length).toBeGreaterThan(rows.length)
  expect(all).not.toContain('whose-events')

  const ofOneKind = await browser.open(`${theirs}&type=IdentityCreated`)
  expect(ofOneKind.html).toMatch(/whose-events.*href="[^"]*\?type=IdentityCreated"/s)
  // The events of a deleted person are kept.
  await harness.installation.projects.main().adminClient.deleteIdentity({ id: grace.id })
  const gone = await browser.open(theirs)
  expect(gone.html).toMatch(new RegExp(`whose-events.*<code dir="ltr">${grace.id}</code>`, 's'))
})

test.skipIf(!isBuilt)('work is listed in a project, with how to create some', async () => {
  harness = await openConsoleHarness()
  const { email } = await harness.member('vera', 'viewer')
  const [project] = (await harness.control('GET', '/projects')).body
  const browser = harness.browser()
  await browser.signIn(email)
  const root = `/w/${harness.workspace.slug}/p/${project.slug}`
  const overview = await browser.open(root)
  expect(overview.html).toContain(`href="${root}/jobs"`)
  expect(overview.html).not.toContain('data-testid="running"')
  const none = await browser.open(`${root}/jobs`)
  expect(none.html).toContain('No jobs yet')
  expect(none.html).toContain(`href="${root}/people"`)
  // A viewer creates no account.
  expect(none.html).not.toContain(`${root}/people/import`)
})
