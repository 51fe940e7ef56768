import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@gatehouse/config/config'
import { expect, test } from 'vitest'
import { compose } from '../../compose.ts'
import { createLog } from '../../process/log.ts'
import { demoPeople } from './demo-people.ts'
import { openDemo } from '../../open-demo.ts'
import { DemoIsThereError, seedDemo } from './seed-demo.ts'

const openPages = async () => ({
  assets: { has: () => false, serve: () => undefined },
  handle: async () => new Response('page'),
})

test('a demonstration has content for every screen of the console @demo-1', async () => {
  const config = loadConfig({ GATEHOUSE_DATA: join(mkdtempSync(join(tmpdir(), 'gatehouse-demo-')), 'data') })
  const gateway = await compose(config, { log: createLog('silent'), openPages, openConsole: openPages })
  try {
    gateway.start()
    const into = await openDemo(config, gateway)
    const { admin, api, clock, projectId, workspaceId } = into
    const begun = Date.now()
    // The number includes all people with overlong names and addresses.
    const made = await seedDemo(into, { people: 48, days: 3 }, () => {})
    expect(made).toMatchObject({ people: 48, organizations: 12 })
    expect(clock.offsetMs()).toBe(0)

    const people = await admin.listIdentities({ page_size: 100 })
    const listed = people.kind === 'ok' ? people.body : []
    expect(listed).toHaveLength(48 + 3)
    const ages = listed.map(({ created_at }) => begun - Date.parse(created_at ?? ''))
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ages)).toBeGreaterThan(300 * 86_400_000)

    const params = { project_id: projectId }
    const events = await api.call('listProjectEvents', { params: { project: projectId }, query: {} })
    const names = JSON.stringify(events.kind === 'done' ? events.body : events)
    for (const name of ['LoginSucceeded', 'LoginFailed', 'SessionIssued', 'IdentityCreated'])
      expect(names).toContain(name)
    const streams = await api.call('listEventStreams', { params })
    expect(JSON.stringify(streams)).toContain('127.0.0.1:9')
    const invites = await api.call('listWorkspaceInvites', { params: { workspace: workspaceId } })
    expect(invites).toMatchObject({ kind: 'done', body: { invites: [{ status: 'pending' }, { status: 'pending' }] } })

    const projects = await api.call('listProjects')
    expect(projects).toMatchObject({ kind: 'done', body: { length: 4 } })
    const jobs = await api.call('listJobs', { params: { project: projectId } })
    expect(jobs).toMatchObject({
      kind: 'done',
      body: {
        jobs: [
          { kind: 'revoke', state: 'done' },
          { kind: 'import', state: 'done', counts: { created: 3, refused: 1 } },
        ],
      },
    })
    const versions = await api.call('listBrandingVersions', { params: { project: projectId, part: 'brand' } })
    expect(versions).toMatchObject({ kind: 'done', body: { versions: { length: 2 } } })
    const mails = await api.call('getBranding', { params: { project: projectId, part: 'mails' } })
    expect(mails).toMatchObject({ kind: 'done', body: { draft: { version: 1 } } })
    const failed = await admin.listCourierMessages({ status: 'abandoned' })
    expect(failed).toMatchObject({ kind: 'ok', body: { length: 2 } })

    await expect(seedDemo(into, { people: 48, days: 3 }, () => {})).rejects.toThrow(DemoIsThereError)
  } finally {
    await gateway.stop()
  }
})

test('three hundred people of a demonstration have three hundred addresses, and some long names @demo-2', () => {
  const people = demoPeople(300)
  expect(new Set(people.map(({ email }) => email)).size).toBe(300)
  expect(people.some(({ first }) => first.length > 80)).toBe(true)
  expect(people.some(({ email }) => email.length > 100)).toBe(true)
  for (const script of [/\p{Script=Arabic}/u, /\p{Script=Han}/u, /\p{Script=Cyrillic}/u, /\p{Script=Thai}/u])
    expect(people.filter(({ first }) => script.test(first)).length).toBeGreaterThan(10)
})
