import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

interface Refused {
  /** Relative to the project, or with `~` to the workspace; `{person}` is a person's id, and so on. */
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  /** The fields that are reported as wrong, in the order of the form. */
  readonly faults: readonly string[]
  readonly status?: number
}

const duration = 'session.lifespan'

/** TABLE: every form that can be filled in wrongly. */
// prettier-ignore
const forms: readonly Refused[] = [
  { path: '/people/new', fields: { intent: 'create', metadata_public: '{' }, faults: ['traits.email', 'metadata_public'] },
  { path: '/people/new', fields: { intent: 'create', 'traits.email': 'no-address' }, faults: ['traits.email'] },
  { path: '/people/new', fields: { intent: 'create', 'traits.email': 'grace@example.com' }, faults: ['traits.email'], status: 409 },
  { path: '/people/{person}/edit', fields: { intent: 'save', metadata_admin: 'x' }, faults: ['traits.email', 'metadata_admin'] },
  { path: '/people/{person}?edit=traits.email', fields: { intent: 'edit', field: 'traits.email', 'traits.email': 'no-address' }, faults: ['traits.email'] },
  { path: '/people/{person}?edit=metadata_admin', fields: { intent: 'edit', field: 'metadata_admin', metadata_admin: '{' }, faults: ['metadata_admin'] },
  { path: '/people/{person}?ask=recover', fields: { intent: 'recover', way: 'code' }, faults: ['reason'] },
  { path: '/organizations/new', fields: { intent: 'create', domains: 'nowhere', session_lifespan: 'long' }, faults: ['label', 'domains', 'session_lifespan'] },
  { path: '/organizations/{organization}', fields: { intent: 'save', domains: 'acme.example' }, faults: ['label'] },
  { path: '/organizations/{organization}/connections/new', fields: { intent: 'save' }, faults: ['issuer_url', 'client_id', 'client_secret'] },
  { path: '/streams/new', fields: { intent: 'create', endpoint: 'ftp://nowhere', password: 'hush' }, faults: ['endpoint', 'user'] },
  { path: '/streams/new', fields: { intent: 'create', endpoint: 'https://in.example.org/' }, faults: ['endpoint'], status: 409 },
  { path: '/streams/new?type=sns', fields: { intent: 'create', topic: 'events', role: 'arn:aws:sns:x' }, faults: ['topic', 'role'] },
  { path: '/streams/{stream}/edit', fields: { intent: 'save', endpoint: 'nowhere' }, faults: ['endpoint'] },
  { path: '/configuration', fields: { intent: 'settings', [duration]: 'long' }, faults: [duration] },
  { path: '/configuration', fields: { intent: 'applications', return_urls: 'https://app.example.org\nnowhere', default_return_url: 'x', cookie_domain: 'example.org', cors_origins: 'y' }, faults: ['return_urls', 'default_return_url', 'cookie_domain', 'cors_origins'] },
  { path: '/configuration/providers/new/google', fields: { intent: 'review', id: 'a b' }, faults: ['client_id', 'client_secret', 'id'] },
  { path: '/configuration/providers/new/microsoft', fields: { intent: 'review', id: 'new', client_id: 'a' }, faults: ['microsoft_tenant', 'client_secret', 'id'] },
  { path: '/configuration/providers/new/apple', fields: { intent: 'review', id: 'apple' }, faults: ['client_id', 'apple_team_id', 'apple_private_key_id', 'apple_private_key'] },
  { path: '/configuration/providers/new/generic', fields: { intent: 'review', id: 'oidc', issuer_url: 'x' }, faults: ['issuer_url', 'client_id'] },
  { path: '/configuration/providers/new/gitlab', fields: { intent: 'review', id: 'gitlab', client_id: 'a', client_secret: 'b', issuer_url: 'x' }, faults: ['issuer_url'] },
  { path: '/configuration/tokens/new', fields: { intent: 'token', name: 'a b', ttl: 'long', jwks_url: 'a key' }, faults: ['name', 'jwks_url', 'ttl'] },
  { path: '/keys', fields: { intent: 'create', role: 'viewer', days: '30' }, faults: ['name'] },
  { path: '/settings', fields: { intent: 'rename' }, faults: ['name'] },
  { path: '~/keys', fields: { intent: 'create', role: 'viewer', days: '30' }, faults: ['name'] },
  { path: '~/settings', fields: { intent: 'save' }, faults: ['name'] },
  { path: '~/new-project', fields: { intent: 'create' }, faults: ['name'] },
  { path: '~/members', fields: { intent: 'invite', email: 'no-address', role: 'viewer' }, faults: ['email'] },
]

describe.skipIf(!isBuilt)('a form that was filled in wrongly', () => {
  let harness: ConsoleHarness
  let browser: ReturnType<ConsoleHarness['browser']>
  let addressOf: (path: string) => string
  afterAll(() => harness.gateway.stop())
  beforeAll(async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const grace = await harness.member('grace')
    const [project] = (await harness.control('GET', '/projects')).body
    const made = async (what: string, body: object) =>
      String((await harness.control('POST', `/projects/${project.id}/${what}`, body)).body.id)
    const ids: Readonly<Record<string, string>> = {
      person: grace.id,
      organization: await made('organizations', { label: 'Acme', domains: ['acme.example'] }),
      stream: await made('eventstreams', { type: 'https', https_endpoint: 'https://in.example.org/' }),
    }
    const workspace = `/w/${harness.workspace.slug}`
    addressOf = (path) => {
      const whole = path.startsWith('~') ? workspace + path.slice(1) : `${workspace}/p/${project.slug}${path}`
      return whole.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')
    }
    browser = harness.browser()
    await browser.signIn(email)
  })

  test.each(forms)('shows at $path the faults of $faults, with links to the fields', async (form) => {
    const answer = await browser.post(addressOf(form.path), form.fields)
    expect(answer.status).toBe(form.status ?? 400)
    const [summary = ''] = /<div[^>]*data-testid="error-summary".*?<\/div><\/div>/s.exec(answer.html) ?? []
    expect(summary).toContain('autofocus')
    const targets = [...summary.matchAll(/href="#([^"]+)"/g)].map((link) => link[1] ?? '')
    const controls = [...answer.html.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([tag]) => tag)
    const invalid = controls.filter((tag) => tag.includes('aria-invalid="true"'))
    const nameOf = (tag: string) => / name="([^"]*)"/.exec(tag)?.[1]
    expect(invalid.map(nameOf)).toEqual(form.faults)
    const named = targets.map((target) => controls.find((tag) => tag.includes(` id="${target}"`)))
    expect(new Set(named.map((tag = '') => nameOf(tag)))).toEqual(new Set(form.faults))
  })

  test.each([...new Set(forms.map(({ path }) => path))])(
    'is no matter of the browser’s own bubbles at %s',
    async (path) => {
      const { html } = await browser.open(addressOf(path))
      const sent = html.match(/<form[^>]*data-intent=[^>]*>/g) ?? []
      expect(sent.length).toBeGreaterThan(0)
      for (const tag of sent) expect(tag).toMatch(/ novalidate/i)
    },
  )
})
