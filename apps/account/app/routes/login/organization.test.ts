import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueOf } from '../../../src/page-reader.fixture.ts'
import { signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

const acme = '6bb1c7d1-3b3e-4995-9e09-35649dc45a2b'
const quiet = '0b1f0e55-7f2f-4a09-8c71-2f8a5b1d9c11'
const unknownOrganization = '00000000-0000-4000-8000-000000000000'

// There is no provider: these pages are read before a redirect to it.
const connection = {
  id: 'acme-sso',
  label: 'Acme Staff',
  provider: 'generic',
  organization_id: acme,
  client_id: 'pages',
  client_secret: 'a-secret-of-the-client',
  issuer_url: 'https://idp.acme.example',
}
const organizations = [
  { id: acme, label: 'Acme', domains: ['acme.example'] },
  { id: quiet, label: 'Quiet', domains: ['quiet.example'] },
]

let site: Site

describe.skipIf(!isBuilt)('the sign-in of an organization', () => {
  beforeAll(async () => {
    const methods = {
      oidc: { enabled: true, config: { providers: [connection] } },
      b2b: { config: { organizations } },
    }
    site = await openSite({ selfservice: { methods } })
  })
  afterAll(() => site.close())

  it('names the organization, offers one method, and a link to the general sign-in', async () => {
    const page = await site.visit().open(`/login?organization=${acme}&return_to=%2Fsessions`)
    expect(page.title).toBe('Sign in with Acme · Northwind')
    expect(page.html).toContain('Acme checks who you are and sends you back to Northwind.')
    expect(page.html).toMatch(/<button[^>]*value="acme-sso"[^>]*data-variant="primary"[^>]*>.*Continue with Acme Staff/)
    expect(page.html).not.toMatch(/name="(?:identifier|password)"|data-testid="signup-link"/)
    expect(page.html).toMatch(/data-testid="other-sign-in"[^>]*href="\/login\?return_to=[^"]*%2Fsessions"/)
  })

  it.each([
    ['unknown', unknownOrganization],
    ['no id at all', 'acme'],
    ['without a connection', quiet],
  ])('that is not there is the ordinary one, and says why (%s) @organization-1', async (_what, id) => {
    const reader = site.visit()
    for (const path of ['/login', '/registration']) {
      const page = await reader.open(`${path}?organization=${id}`)
      expect(page.status).toBe(200)
      expect(page.html).toContain('data-testid="notice/organization_unknown"')
      expect(page.html).toMatch(/name="(?:identifier|traits\.email)"/)
    }
    expect((await reader.open('/login')).html).not.toContain('organization_unknown')
  })

  it('of a member without connections is no subject of the settings @organization-2', async () => {
    const reader = site.visit()
    const { email } = await signUp(reader)
    const origin = 'http://127.0.0.1:4434'
    const found = await site.admin(new Request(`${origin}/admin/identities?credentials_identifier=${email}`))
    const [{ id }] = await found.json()
    const change = await site.admin(
      new Request(`${origin}/admin/identities/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([{ op: 'add', path: '/organization_id', value: quiet }]),
      }),
    )
    expect(change.status).toBe(200)
    for (const path of ['/settings', '/settings?section=password']) {
      const page = await reader.open(path)
      expect(page.status).toBe(200)
      expect(page.html).not.toContain('organization_unknown')
    }
  })

  it('is the target after a password for one of its addresses, with the reason and the address', async () => {
    const reader = site.visit()
    const page = await reader.press(await reader.open('/login'), ['method', 'password'], {
      identifier: 'ada@acme.example',
      password: 'a-secret-that-stays-here',
    })
    expect(page.title).toBe('Error: Sign in with Acme · Northwind')
    expect(page.html).toContain('People of Acme sign in through their organization. Please continue below.')
    expect(page.html).not.toMatch(/name="password"|a-secret-that-stays-here/)
    expect(valueOf(page, 'identifier')).toBe('ada@acme.example')
    expect(page.html).toContain('data-testid="start-over"')
  })

  it('is said in the visitor’s language, the reason too', async () => {
    const reader = site.visit()
    const form = await reader.open('/login?ui_locales=de')
    const page = await reader.press(form, ['method', 'password'], { identifier: 'ada@acme.example', password: 'x' })
    expect(page.title).toContain('Anmelden über Acme')
    expect(page.html).toContain('Wer zu Acme gehört, meldet sich über die eigene Organisation an.')
  })

  it('is the target after a sign-up with one of its addresses', async () => {
    const reader = site.visit()
    const form = await reader.open('/registration')
    const page = await reader.press(form, ['method', 'password'], {
      'traits.email': 'ada@acme.example',
      password: 'a-secret-that-stays-here',
    })
    expect(page.html).toContain('People of Acme sign in through their organization.')
    expect(page.html).toMatch(/<button[^>]*value="acme-sso"[^>]*data-variant="primary"/)
  })
})
