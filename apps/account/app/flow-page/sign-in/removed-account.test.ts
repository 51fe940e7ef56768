import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { origin } from '../../../src/identity.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'
import type { Page, PageReader } from '../../../src/page-reader.fixture.ts'

let site: Site

/** A browser without script, in which these people have signed in before. */
function knows(...names: readonly string[]): PageReader {
  const reader = site.visit()
  const known = names.map((name, index) => ({
    id: name,
    name: `${name}@example.org`,
    method: 'password',
    at: 90 - index,
  }))
  const value = Buffer.from(JSON.stringify(known)).toString('base64url')
  reader.visitor.keep(origin, [`gatehouse_accounts=${value}; Path=/`])
  return reader
}

const listed = ({ html }: Page) =>
  [...html.matchAll(/<button[^>]*name="forget_account"[^>]*>/g)].map(([tag]) => /value="([^"]+)"/.exec(tag)?.[1])
const toast = ({ html }: Page) => /data-testid="account-removed"/.test(html)

describe.skipIf(!isBuilt)('an account that was removed from the list at sign-in', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('is named, and “Undo” restores it in the same order @removed-account-1', async () => {
    const reader = knows('ada', 'bob', 'eve')
    const removed = await reader.press(await reader.open('/login'), ['forget_account', 'bob'])
    expect(listed(removed)).toEqual(['ada', 'eve'])
    expect(removed.html).toContain('bob@example.org was removed from this list.')
    const restored = await reader.press(removed, ['restore_account', 'bob'])
    expect(listed(restored)).toEqual(['ada', 'bob', 'eve'])
    expect(toast(restored)).toBe(false)
    expect(toast(await reader.open('/login')), 'nothing is left to undo').toBe(false)
  })

  it('is restored if it was the only one, and the form is shown meanwhile @removed-account-2', async () => {
    const reader = knows('ada')
    const removed = await reader.press(await reader.open('/login'), ['forget_account', 'ada'])
    expect(removed.html).toContain('name="identifier"')
    expect(removed.html).toContain('ada@example.org was removed from this list.')
    expect(listed(await reader.press(removed, ['restore_account', 'ada']))).toEqual(['ada'])
  })

  it('is reported on the next page alone, and no other account is restored instead @removed-account-3', async () => {
    const reader = knows('ada', 'bob')
    const removed = await reader.press(await reader.open('/login'), ['forget_account', 'bob'])
    expect(toast(await reader.open('/login'))).toBe(false)
    await reader.press(await reader.open('/login'), ['forget_account', 'ada'])
    const late = await reader.press(removed, ['restore_account', 'bob'])
    expect(listed(late)).toEqual([])
  })

  it('is forgotten for good after five minutes @removed-account-4', async () => {
    const reader = knows('ada')
    const page = await reader.open('/login')
    const answer = await reader.visitor.fetch(
      new URL(/action="(\/login[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '', origin),
      {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'forget_account=ada',
      },
    )
    expect(answer.headers.getSetCookie().find((one) => one.startsWith('gatehouse_removed_account='))).toMatch(
      /Max-Age=300;.*HttpOnly/,
    )
  })
})
