import { afterEach, expect, test } from 'vitest'
import { type Desk, isBuilt, openDesk } from './console.fixture.ts'

let desk: Desk
afterEach(() => desk.gateway.stop())

test.skipIf(!isBuilt)(
  'a viewer who sends the forms of an organization by hand changes nothing, and is told why',
  async () => {
    desk = await openDesk()
    await desk.member('ada', 'owner')
    const { email } = await desk.member('vera', 'viewer')
    const [project] = (await desk.control('GET', '/projects')).body
    const all = `/projects/${project.id}/organizations`
    const { id } = (await desk.control('POST', all, { label: 'Acme', domains: ['acme.example'] })).body
    const browser = desk.browser()
    await browser.signIn(email)
    const root = `/w/${desk.workspace.slug}/p/${project.slug}/organizations`
    expect((await browser.open(`${root}/${id}`)).status).toBe(200)

    const before = (await desk.control('GET', `/projects/${project.id}/audit`)).body.entries.length
    const forms: readonly (readonly [string, Record<string, string>])[] = [
      ['/new', { intent: 'create', label: 'Mine', domains: 'mine.example' }],
      [`/${id}`, { intent: 'save', label: 'Mine', domains: 'mine.example' }],
      [`/${id}`, { intent: 'delete', label: 'Acme' }],
      [`/${id}`, { intent: 'create_link', days: '7' }],
    ]
    for (const [path, fields] of forms) {
      const answer = await browser.post(root + path, fields)
      expect([path, fields['intent'], answer.status]).toEqual([path, fields['intent'], 403])
      expect(answer.html).toContain('Not yours to see')
      expect(answer.html).not.toContain('gol_')
    }
    expect((await desk.control('GET', `/projects/${project.id}/audit`)).body.entries).toHaveLength(before)
  },
)
