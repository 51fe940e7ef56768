import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shown } from '../../../src/page-reader.fixture.ts'
import { signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site
let otherBrowser: Site

describe.skipIf(!isBuilt)('the activity page', () => {
  beforeAll(async () => {
    site = await openSite()
    otherBrowser = await openSite({}, { ownCalls: false })
  })
  afterAll(() => Promise.all([site.close(), otherBrowser.close()]))

  it('is for people who are signed in', async () => {
    expect((await site.visit().open('/activity')).path).toMatch(/^\/login\?return_to=/)
  })

  it('reports sign-ins, failures and changes, in words @activity-1', async () => {
    const reader = site.visit()
    const { email } = await signUp(reader)
    const stranger = site.visit()
    const typed = { identifier: email, password: 'not-the-password' }
    await stranger.press(await stranger.open('/login'), ['method', 'password'], typed)
    await reader.press(await reader.open('/settings?section=profile'), ['method', 'profile'], {
      'traits.name.last': 'King',
    })
    const page = await reader.open('/activity')
    const html = shown(page)
    expect(page.status).toBe(200)
    for (const text of ['Account created', 'Failed sign-in', 'wrong password', 'Was this you?', 'Profile changed']) {
      expect(html).toContain(text)
    }
    expect(html).toMatch(/aria-current="page"[^>]* href="\/activity"/)
  })

  it('is paged', async () => {
    const reader = site.visit()
    const { email, password } = await signUp(reader)
    for (let round = 0; round < 26; round += 1) {
      const other = site.visit()
      await other.press(await other.open('/login'), ['method', 'password'], { identifier: email, password })
    }
    const first = await reader.open('/activity')
    const older = /href="(\/activity\?before=\d+)"/.exec(first.html)?.[1] ?? ''
    expect(shown(first)).not.toContain('Account created')
    const second = await reader.open(older)
    expect(shown(second)).toContain('Account created')
    expect(second.html).toContain('href="/activity"')
  })

  it('takes a page that is none for the first one', async () => {
    const reader = site.visit()
    await signUp(reader)
    for (const before of ['x', '-1', '0', '9'.repeat(30)]) {
      expect(shown(await reader.open(`/activity?before=${before}`))).toContain('Account created')
    }
  })

  it('says why there is none if the service keeps no history, and is not in the navigation @activity-2', async () => {
    const reader = otherBrowser.visit()
    await signUp(reader)
    const page = await reader.open('/activity')
    expect(page.status).toBe(404)
    expect(shown(page)).toContain('doesn’t keep a history')
    expect((await reader.open('/')).html).not.toMatch(/href="\/(?:activity|settings\/data)"/)
  })
})
