import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMailbox } from '@gatehouse/testing/receivers'
import { expect, test } from 'vitest'
import { openGateway } from '../projects/gateway.fixture.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

async function openBranded(brand?: unknown) {
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-brand-')), 'gatehouse.yml')
  if (brand !== undefined) writeFileSync(file, JSON.stringify({ brand }))
  const gateway = await openGateway({ environment: brand === undefined ? {} : { GATEHOUSE_BRAND: file } })
  const { control } = gateway
  const [{ id }] = (await control('GET', '/projects')).body
  const root = `/projects/${id}`
  const publish = async (part: 'brand' | 'mails', document: unknown) => {
    const { draft } = (await control('GET', `${root}/branding/${part}`)).body
    const version = draft?.version ?? null
    const kept = await control('PUT', `${root}/branding/${part}/draft`, { document, version })
    return control('POST', `${root}/branding/${part}/publish`, { version: kept.body.draft.version })
  }
  return { ...gateway, root, publish }
}

test('a published name is on the pages at once, and there after another start @branding-10', async () => {
  const { ask, publish, origin, gateway, data } = await openBranded()
  expect((await ask(`${origin}/login`)).body).toContain('page of Gatehouse')
  expect((await publish('brand', { name: 'Northwind' })).status).toBe(200)
  expect((await ask(`${origin}/login`)).body).toContain('page of Northwind')
  await gateway.stop()
  const again = await openGateway({ data })
  expect((await again.ask(`${origin}/login`)).body).toContain('page of Northwind')
  await again.gateway.stop()
})

test('gatehouse.yml overrides the published brand, and the console says so @branding-11', async () => {
  const { ask, publish, origin, control, root, gateway } = await openBranded({ name: 'By the file' })
  expect((await publish('brand', { name: 'By the console', tokens: { accent: '#1f4f8a' } })).status).toBe(200)
  expect((await ask(`${origin}/login`)).body).toContain('page of By the file')
  const { fixed, fixed_in } = (await control('GET', `${root}/branding/brand`)).body
  expect([fixed, fixed_in]).toEqual([{ name: 'By the file' }, 'gatehouse.yml'])
  await gateway.stop()
})

test('a faulty brand is refused with the key, the reason and a colour that would do @branding-12', async () => {
  const { control, publish, root, gateway } = await openBranded()
  const refused = await publish('brand', { tokens: { accent: '#e9d36b' }, logo: { light: 'logo.png' } })
  expect(refused.status).toBe(400)
  const { faults, contrast } = (await control('GET', `${root}/branding/brand`)).body
  const accent = faults.find(({ path }: { path: string }) => path === 'tokens.accent.light')
  expect(accent.suggestion).toMatch(/^#[0-9a-f]{6}$/)
  expect(faults.some(({ path }: { path: string }) => path === 'logo.light')).toBe(true)
  expect(contrast.some(({ passes }: { passes: boolean }) => !passes)).toBe(true)
  await gateway.stop()
})

test('a stored picture is served by the project under its hash, for good, with its type and no rights @branding-13', async () => {
  const { ask, control, rootKey, publish, origin, root, gateway } = await openBranded()
  const upload = new Request(`http://localhost:4456${root}/branding-assets?use=logo`, {
    method: 'POST',
    headers: { host: 'localhost:4456', authorization: `Bearer ${rootKey}`, 'content-type': 'application/octet-stream' },
    body: png,
  })
  const stored = await (await gateway.console?.(upload, '192.0.2.7'))?.json()
  const path = `/brand/${stored.name.replace('asset:', '')}`
  expect((await publish('brand', { logo: { light: stored.name } })).status).toBe(200)
  const picture = await ask(`${origin}${path}`)
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
  expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect((await ask(`${origin}/brand/AAAAAAAAAAAAAAAA.png`)).status).toBe(404)
  expect((await control('GET', `${root}/branding/brand`)).body.faults).toEqual([])
  await gateway.stop()
})

test('a mail without its code is refused, and one in German is in the mail that is sent @branding-14', async () => {
  const mailbox = await startMailbox()
  const { control, publish, root, gateway } = await openBranded()
  const courier = { smtp: { connection_uri: mailbox.uri, from_address: 'post@northwind.example' } }
  await control('PATCH', root, [{ op: 'add', path: '/services/identity/config/courier', value: courier }])
  const without = await publish('mails', { login_code_valid: { de: { body: 'Guten Tag' } } })
  expect(without.body.error.reason).toContain('lacks {{code}}')
  const body = 'Guten Tag\n\n{{code}}'
  expect((await publish('mails', { login_code_valid: { de: { subject: 'Ihr Code', body } } })).status).toBe(200)
  const sent = await control('POST', `${root}/mail-templates/login_code_valid/test`, {
    to: 'ada@example.org',
    language: 'de',
  })
  expect(sent.status).toBe(204)
  expect(await mailbox.next({ to: 'ada@example.org' })).toMatchObject({ subject: 'Ihr Code' })
  await gateway.stop()
  await mailbox.close()
})
