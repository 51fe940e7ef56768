import { afterEach, expect, test } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

test.skipIf(!isBuilt)(
  'a viewer who sends the forms of an organization by hand changes nothing, and sees why',
  async () => {
    harness = await openConsoleHarness()
    await harness.member('ada', 'owner')
    const { email } = await harness.member('vera', 'viewer')
    const [project] = (await harness.control('GET', '/projects')).body
    const all = `/projects/${project.id}/organizations`
    const { id } = (await harness.control('POST', all, { label: 'Acme', domains: ['acme.example'] })).body
    const browser = harness.browser()
    await browser.signIn(email)
    const root = `/w/${harness.workspace.slug}/p/${project.slug}/organizations`
    expect((await browser.open(`${root}/${id}`)).status).toBe(200)

    const before = (await harness.control('GET', `/projects/${project.id}/audit`)).body.entries.length
    const forms: readonly (readonly [string, Record<string, string>])[] = [
      ['/new', { intent: 'create', label: 'Mine', domains: 'mine.example' }],
      [`/${id}`, { intent: 'save', label: 'Mine', domains: 'mine.example' }],
      [`/${id}`, { intent: 'delete', label: 'Acme' }],
      [`/${id}`, { intent: 'create_link', days: '7' }],
    ]
    for (const [path, fields] of forms) {
      const answer = await browser.post(root + path, fields)
      expect([path, fields['intent'], answer.status]).toEqual([path, fields['intent'], 403])
      expect(answer.html).toContain('No access')
      expect(answer.html).not.toContain('gol_')
    }
    expect((await harness.control('GET', `/projects/${project.id}/audit`)).body.entries).toHaveLength(before)
  },
)
