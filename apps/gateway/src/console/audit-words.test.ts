import { afterEach, describe, expect, test } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

describe.skipIf(!isBuilt)('the audit log', () => {
  test('names a job’s action and the number of people, and links to the job @audit-words-1', async () => {
    harness = await openConsoleHarness()
    const ada = await harness.member('ada', 'owner')
    const people = [await harness.member('grace'), await harness.member('lin')]
    const { projects } = (await harness.control('GET', `/workspaces/${harness.workspace.id}/projects`)).body
    const body = { action: 'revoke', identity_ids: people.map(({ id }) => id) }
    const job = (await harness.control('POST', `/projects/${projects[0].id}/jobs`, body)).body.id
    const browser = harness.browser()
    await browser.signIn(ada.email)
    const { html } = await browser.open(`${harness.home}/audit`)
    expect(html).toMatch(
      new RegExp(`started a sign-out: <b><a[^>]*href="${harness.home}/jobs/${job}"[^>]*>.*?2 people`),
    )
    const german = await browser.open(`${harness.home}/audit`, { 'accept-language': 'de' })
    expect(german.html).toContain('eine Abmeldung gestartet')
  })
})
