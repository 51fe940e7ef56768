import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buttonValues, type PageReader, shown } from '../../../src/page-reader.fixture.ts'
import { type Person, signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site
const url = 'http://localhost:4455/sessions'

async function signIn({ email, password }: Person): Promise<PageReader> {
  const reader = site.visit()
  await reader.press(await reader.open('/login'), ['method', 'password'], { identifier: email, password })
  return reader
}

describe.skipIf(!isBuilt)('the devices page', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('is for people who are signed in @sessions-1', async () => {
    expect((await site.visit().open('/sessions')).path).toMatch(/^\/login\?return_to=/)
  })

  it('shows the others, signs one out, then all @sessions-2', async () => {
    const first = site.visit()
    const person = await signUp(first)
    expect((await first.open('/sessions')).html).toContain('You’re not signed in anywhere else.')

    const second = await signIn(person)
    const third = await signIn(person)
    const list = await first.open('/sessions')
    const ids = buttonValues(list, 'id')
    expect(ids).toHaveLength(2)

    const one = await first.press(list, ['id', ids[0] ?? ''])
    expect(shown(one)).toContain('1 device is signed out.')
    expect(shown(await first.open('/sessions'))).not.toContain('is signed out.')
    const rest = await first.press(one, ['all', 'true'])
    expect(rest.html).toContain('You’re not signed in anywhere else.')
    expect((await second.open('/')).path).toBe('/login')
    expect((await third.open('/')).path).toBe('/login')
    expect((await first.open('/')).path).toBe('/')
  })

  it('shows no text that a link contains @sessions-3', async () => {
    const reader = site.visit()
    await signUp(reader)
    const page = await reader.open('/sessions?signed_out=999&gatehouse_notice=signed_out:999')
    expect(page.status).toBe(200)
    expect(shown(page)).not.toContain('signed out.')
  })

  it.each([
    ['another site', { Origin: 'https://evil.example' }],
    ['an unknown source', {}],
  ])('refuses a form from %s', async (_, headers) => {
    const first = site.visit()
    const person = await signUp(first)
    const second = await signIn(person)
    const response = await first.visitor.fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'all=true',
    })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('That didn’t come from this site')
    expect((await second.open('/')).path).toBe('/')
  })

  it('answers an id that is none with a page', async () => {
    const reader = site.visit()
    await signUp(reader)
    const response = await reader.visitor.fetch(url, {
      method: 'POST',
      headers: { Origin: 'http://localhost:4455', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'id=nonsense',
    })
    expect(response.status).toBeLessThan(500)
  })
})
