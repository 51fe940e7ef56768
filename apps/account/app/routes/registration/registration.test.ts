import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shown, valueOf } from '../../../src/page-reader.fixture.ts'
import { newPerson, nextCode, signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site

describe.skipIf(!isBuilt)('signing up', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('signs in, confirms the address by code, and says hello @registration-1', async () => {
    const reader = site.visit()
    const person = newPerson()
    const sent = await reader.press(await reader.open('/registration'), ['method', 'password'], {
      'traits.email': person.email,
      'traits.name.first': 'Ada',
      'traits.name.last': 'Lovelace',
      password: person.password,
    })
    expect(sent.path).toMatch(/^\/verification\?flow=/)
    const wrong = await reader.press(sent, ['method', 'code'], { code: '000000' })
    expect(wrong.status).toBe(400)
    const done = await reader.press(wrong, ['method', 'code'], { code: await nextCode(site, person) })
    expect(done.status).toBe(200)
    expect(done.title).toBe('Address verified · Northwind')
    const welcome = await reader.open('/')
    expect(welcome.title).toBe('Hello, Ada Lovelace · Northwind')
    expect(shown(welcome)).toContain('Nothing left to do')
    expect(shown(welcome)).not.toContain('Verify your address')
  })

  it('keeps everything but the password when something is wrong', async () => {
    const reader = site.visit()
    const page = await reader.press(await reader.open('/registration'), ['method', 'password'], {
      'traits.email': 'no-address',
      'traits.name.first': 'Ada',
      'traits.name.last': '',
      password: 'kurz',
    })
    expect(page.status).toBe(400)
    expect(valueOf(page, 'traits.email')).toBe('no-address')
    expect(valueOf(page, 'traits.name.first')).toBe('Ada')
    expect(page.html).toContain('aria-invalid="true"')
    expect(page.html).not.toContain('kurz')
  })

  it('reports that the account exists already', async () => {
    const person = await signUp(site.visit())
    const reader = site.visit()
    const page = await reader.press(await reader.open('/registration'), ['method', 'password'], {
      'traits.email': person.email,
      password: person.password,
    })
    expect(page.status).toBe(400)
    expect(page.html).toContain('data-testid="login-link"')
  })

  it('is closed with a page if the service has closed it', async () => {
    const closed = await openSite({ selfservice: { flows: { registration: { enabled: false } } } })
    const page = await closed.visit().open('/registration')
    await closed.close()
    expect(page.status).toBe(400)
    expect(page.title).toContain('Sign-up is closed')
  })
})
