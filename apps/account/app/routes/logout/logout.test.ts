import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site

describe.skipIf(!isBuilt)('signing out', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('asks first when it is a link, and signs out by its button @logout-1', async () => {
    const reader = site.visit()
    await signUp(reader)
    const asked = await reader.open('/logout')
    expect(asked.title).toBe('Sign out? · Northwind')
    expect((await reader.open('/')).path).toBe('/')
    const out = await reader.press(asked, ['', ''])
    expect(out.path).toBe('/login')
    expect((await reader.open('/')).path).toBe('/login')
  })

  it('works from the header of every page of the account @logout-2', async () => {
    const reader = site.visit()
    await signUp(reader)
    const home = await reader.open('/')
    expect(home.html).toContain('data-testid="logout-link"')
    expect((await reader.press(home, ['', ''])).path).toBe('/login')
  })

  it.each([{ Origin: 'https://evil.example' }, {}])('is not done for a form with %j', async (headers) => {
    const reader = site.visit()
    await signUp(reader)
    const response = await reader.visitor.fetch('http://localhost:4455/logout', { method: 'POST', headers, body: '' })
    expect(response.status).toBe(403)
    expect((await reader.open('/')).path).toBe('/')
  })

  it('is not done by a link with a wrong token @logout-3', async () => {
    const reader = site.visit()
    await signUp(reader)
    expect((await reader.open('/logout?token=ory_lo_wrong')).status).toBe(403)
    expect((await reader.open('/')).path).toBe('/')
  })

  it('succeeds for a person who is signed out already', async () => {
    const reader = site.visit()
    const asked = await reader.open('/logout')
    expect((await reader.press(asked, ['', ''])).path).toBe('/login')
  })
})
