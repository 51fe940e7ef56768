import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createTestControlPlane, type TestControlPlane } from '../service.fixture.ts'
import { changeStored, countOf } from '../sql/tested-database.fixture.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1v1z"/></svg>'

async function open() {
  const plane = await createTestControlPlane()
  const project = `/projects/${plane.projectId}`
  const brand = `${project}/branding/brand`
  const draft = (document: unknown, version: number | null, more: object = {}) =>
    plane.call('PUT', `${brand}/draft`, { document, version, ...more })
  const publish = (version: number) => plane.call('POST', `${brand}/publish`, { version })
  const shown = async () => (await plane.call('GET', brand)).body
  return { ...plane, project, brand, draft, publish, shown }
}

async function upload({ plane, rootKey }: TestControlPlane, project: string, body: string) {
  const url = `http://localhost:4456${project}/branding-assets?use=logo&file_name=logo.svg`
  const headers = { authorization: `Bearer ${rootKey}`, 'content-type': 'application/octet-stream' }
  const answer = await plane.fetch(new Request(url, { method: 'POST', headers, body }))
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

test('a draft changes nothing until it is published, and then the project runs with it @branding-1', async () => {
  const { draft, publish, shown, running, projectId } = await open()
  expect((await draft({ name: 'Northwind' }, null)).body.draft).toMatchObject({ version: 1, base: '' })
  expect(running.get(projectId)?.accountExperience).toEqual({})
  expect((await shown()).published).toEqual({})
  const published = await publish(1)
  expect(published.status).toBe(200)
  expect(published.body).toMatchObject({ published: { name: 'Northwind' }, draft: null })
  expect(running.get(projectId)?.accountExperience).toEqual({ brand: { name: 'Northwind' } })
})

test('a draft that another operator has changed is not written over @branding-2', async () => {
  const { draft, publish } = await open()
  await draft({ name: 'One' }, null)
  await draft({ name: 'Two' }, 1)
  const late = await draft({ name: 'Three' }, 1)
  expect(late.status).toBe(409)
  expect(late.body.error).toMatchObject({ id: 'stale_revision', details: { version: 2 } })
  expect((await publish(1)).status).toBe(409)
})

test('of two operators who save a draft at once, one is refused @branding-15', async () => {
  const { draft, shown } = await open()
  const answers = await Promise.all([draft({ name: 'One' }, null), draft({ name: 'Two' }, null)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const saved = answers.find(({ status }) => status === 200)
  expect((await shown()).draft).toEqual(saved?.body.draft)
})

test('a draft that is saved while the one before it is published stays @branding-16', async () => {
  const { draft, publish, shown, running, projectId, host } = await open()
  await draft({ name: 'One' }, null)
  const before = { ...host }
  const saved: number[] = []
  host.apply = async (project) => {
    saved.push((await draft({ name: 'Two' }, 1)).status)
    return before.apply(project)
  }
  const published = await publish(1)
  expect([published.status, saved]).toEqual([200, [200]])
  expect(running.get(projectId)?.accountExperience).toEqual({ brand: { name: 'One' } })
  expect((await shown()).draft).toMatchObject({ document: { name: 'Two' }, version: 2 })
})

test('a draft of an earlier version is published over the present one only on request @branding-3', async () => {
  const { call, project, draft, publish, shown } = await open()
  await draft({ name: 'Mine' }, null)
  const path = '/services/account_experience/config/brand'
  await call('PATCH', project, [{ op: 'add', path, value: { name: 'Theirs' } }])
  const refused = await publish(1)
  expect(refused.status).toBe(409)
  const { version } = await shown()
  expect(refused.body.error.details).toEqual({ present: version })
  await draft({ name: 'Mine' }, 1, { base: version })
  expect((await publish(2)).body.published).toEqual({ name: 'Mine' })
})

test('published versions are listed with their changes, and can be published again @branding-4', async () => {
  const { call, brand, draft, publish, clock, project } = await open()
  for (const [index, tokens] of [{ accent: '#111111' }, { accent: '#222222', radius: 4 }].entries()) {
    await draft({ name: 'Shop', tokens }, null)
    clock.advance(1_000)
    expect([index, (await publish(1)).status]).toEqual([index, 200])
  }
  // Another change of the project creates no version of its brand.
  await call('PATCH', project, [{ op: 'replace', path: '/name', value: 'Renamed' }])
  const { versions } = (await call('GET', `${brand}/versions`)).body
  expect(versions.map(({ changed }: { changed: unknown }) => changed)).toEqual([
    ['tokens.accent', 'tokens.radius'],
    ['name', 'tokens.accent'],
  ])
  const [present, first] = versions
  clock.advance(1_000)
  const back = await call('POST', `${brand}/versions/${first.id}/restore`, { present: present.id })
  expect(back.body.published.tokens).toEqual({ accent: '#111111' })
  expect((await call('GET', `${brand}/versions/${first.id}`)).body.document.tokens).toEqual({ accent: '#111111' })
  const stale = await call('POST', `${brand}/versions/${first.id}/restore`, { present: present.id })
  expect(stale.status).toBe(409)
})

test('an invalid document is kept as a draft, and cannot be published, also not by the configuration @branding-5', async () => {
  const { call, draft, publish, project, shown } = await open()
  expect((await draft({ nonsense: 1 }, null)).body.faults).toHaveLength(1)
  const refused = await publish(1)
  expect(refused.status).toBe(400)
  expect(refused.body.error.reason).toContain('nonsense is not known here')
  const path = '/services/account_experience/config/brand'
  const direct = await call('PATCH', project, [{ op: 'add', path, value: { nonsense: 1 } }])
  expect(direct.status).toBe(400)
  expect((await shown()).published).toEqual({})
})

test('a picture is stored once, read with its type and no rights, and has to be there @branding-6', async () => {
  const opened = await open()
  const { call, draft, publish, project, plane, projectId } = opened
  const stored = await upload(opened, project, svg)
  expect(stored.status).toBe(201)
  expect((await upload(opened, project, svg)).body.name).toBe(stored.body.name)
  expect((await upload(opened, project, 'no picture')).status).toBe(400)
  const file = await call('GET', `${project}/branding-assets/${stored.body.name.replace('asset:', '')}`)
  expect(file.body).toBe(svg)
  expect(file.headers.get('content-type')).toBe('image/svg+xml')
  expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  expect(file.headers.get('content-security-policy')).toContain('sandbox')
  expect(await plane.brandingAsset(projectId, 'unknown')).toBeUndefined()
  await draft({ logo: { light: 'asset:AAAAAAAAAAAAAAAA.png' } }, null)
  expect((await publish(1)).body.error.reason).toContain('no such file is stored')
  await draft({ logo: { light: stored.body.name } }, 1)
  expect((await publish(2)).status).toBe(200)
})

test('mails are looked at and tried out by the draft @branding-7', async () => {
  const { call, project, sentMails } = await open()
  const mails = { login_code_valid: { de: { subject: 'Hallo' } } }
  await call('PUT', `${project}/branding/mails/draft`, { document: mails, version: null })
  const templates = `${project}/mail-templates`
  expect((await call('GET', `${templates}/login_code_valid/preview?language=de`)).body.text).toContain('Hallo')
  expect((await call('GET', `${templates}/nothing/preview`)).status).toBe(404)
  const to = { to: 'ada@example.org', language: 'de' }
  expect((await call('POST', `${templates}/login_code_valid/test`, to)).status).toBe(204)
  expect(sentMails).toEqual(['ada@example.org'])
  expect((await call('GET', templates)).body.languages).toEqual(['en'])
})

test('a page is drawn for a frame of the same origin, without script @branding-8', async () => {
  const { call, project, draft } = await open()
  await draft({ name: 'Northwind' }, null)
  const page = await call('GET', `${project}/branding-preview?state=login`)
  expect(page.body).toContain('Northwind')
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox']) expect(policy).toContain(rule)
  expect((await call('GET', `${project}/branding-preview?state=nowhere`)).status).toBe(404)
  expect((await call('GET', `${project}/branding-preview?version=published`)).body).not.toContain('Northwind')
})

test('a file is stored in the transaction of its audit entry @branding-26', async () => {
  const plane = await open()
  const rename = (from: string, to: string) =>
    changeStored(join(plane.folder, 'control-plane.sqlite'), `ALTER TABLE ${from} RENAME TO ${to}`)
  await rename('audit_log', 'audit_log_away')
  expect((await upload(plane, plane.project, svg)).status).toBe(500)
  expect(await countOf(plane.folder, 'branding_assets')).toBe(0)
  await rename('audit_log_away', 'audit_log')
  expect((await upload(plane, plane.project, svg)).status).toBe(201)
  await plane.plane.stop()
})
