import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { origin } from '../../src/identity.fixture.ts'
import type { PageReader } from '../../src/page-reader.fixture.ts'
import { newPerson, nextCode, signUp } from '../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../src/site.fixture.ts'

let site: Site
const password = ['method', 'password'] as const

/** The same browser, as if it had not taken any answer that comes from now on. */
function twinOf({ visitor }: PageReader): PageReader {
  const twin = site.visit()
  twin.visitor.keep(origin, visitor.cookieHeader(origin).split('; '))
  return twin
}

const isSignedIn = async (reader: PageReader) => (await reader.open('/')).path === '/'

function signUpForm() {
  const person = newPerson()
  const typed = {
    'traits.email': person.email,
    'traits.name.first': 'Ada',
    'traits.name.last': 'Lovelace',
    password: person.password,
  }
  return { person, typed }
}

async function signInForm(reader: PageReader) {
  const person = await signUp(site.visit())
  const form = await reader.open('/login')
  return { form, typed: { identifier: person.email, password: person.password } }
}

describe.skipIf(!isBuilt)('a form that is sent twice', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())
  afterEach(() => {
    vi.useRealTimers()
  })

  it('signs up once, and redirects although the first answer was dropped', async () => {
    const { person, typed } = signUpForm()
    const reader = site.visit()
    const form = await reader.open('/registration')
    const second = twinOf(reader)
    const first = await reader.press(form, password, typed)
    const again = await second.press(form, password, typed)
    expect(again.path).toBe(first.path)
    expect(again.path).toMatch(/^\/verification\?/)
    expect(await isSignedIn(second)).toBe(true)
    await nextCode(site, person)
    expect(site.mailbox.all(person.email)).toHaveLength(1)
  })

  it('signs up once if both submits run at the same time', async () => {
    const { typed } = signUpForm()
    const reader = site.visit()
    const form = await reader.open('/registration')
    const pages = await Promise.all(
      [reader, twinOf(reader), twinOf(reader)].map((one) => one.press(form, password, typed)),
    )
    expect(new Set(pages.map(({ path }) => path)).size).toBe(1)
    expect(pages[0]?.path).toMatch(/^\/verification\?/)
  })

  it('redirects to the same target in a browser that took the first answer', async () => {
    const { typed } = signUpForm()
    const reader = site.visit()
    const form = await reader.open('/registration')
    const first = await reader.press(form, password, typed)
    expect((await reader.press(form, password, typed)).path).toBe(first.path)
  })

  it('uses a code once, and redirects all the same', async () => {
    const person = await signUp(site.visit())
    await nextCode(site, person)
    const reader = site.visit()
    const form = await reader.press(await reader.open('/recovery'), ['method', 'code'], { email: person.email })
    const typed = { code: await nextCode(site, person) }
    const second = twinOf(reader)
    expect((await reader.press(form, ['method', 'code'], typed)).path).toMatch(/^\/settings/)
    expect((await second.press(form, ['method', 'code'], typed)).path).toMatch(/^\/settings/)
  })

  it('is looked at again after a refusal', async () => {
    const reader = site.visit()
    const { form, typed } = await signInForm(reader)
    const wrong = { ...typed, password: 'not-the-password' }
    const refused = await Promise.all([reader, twinOf(reader)].map((one) => one.press(form, password, wrong)))
    expect(refused.map(({ status }) => status)).toEqual([400, 400])
    expect((await reader.press(form, password, typed)).path).toBe('/')
  })

  it('is nothing to a browser without the cookies of the first @submit-once-1', async () => {
    const reader = site.visit()
    const { form, typed } = await signInForm(reader)
    const thief = site.visit()
    await reader.press(form, password, typed)
    const page = await thief.press(form, password, typed)
    expect(page.html).toContain('data-testid="notice/cookies_blocked"')
    expect(await isSignedIn(thief)).toBe(false)
  })

  it('with another password is no second sending @submit-once-2', async () => {
    const reader = site.visit()
    const { form, typed } = await signInForm(reader)
    const second = twinOf(reader)
    await reader.press(form, password, typed)
    await second.press(form, password, { ...typed, password: 'not-the-password' })
    expect(await isSignedIn(second)).toBe(false)
  })

  it('brings no session back that was signed out of @submit-once-3', async () => {
    const reader = site.visit()
    const { form, typed } = await signInForm(reader)
    await reader.press(form, password, typed)
    await reader.press(await reader.open('/logout'), ['', ''])
    await reader.press(form, password, typed)
    expect(await isSignedIn(reader)).toBe(false)
  })

  it('is forgotten after a moment @submit-once-4', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { typed } = signUpForm()
    const reader = site.visit()
    const form = await reader.open('/registration')
    const second = twinOf(reader)
    await reader.press(form, password, typed)
    vi.advanceTimersByTime(10_001)
    const late = await second.press(form, password, typed)
    expect(late.html).toContain('data-testid="ui/message/4000007"')
    expect(await isSignedIn(second)).toBe(false)
  })
})
