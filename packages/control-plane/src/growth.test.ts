import { contractOf } from '@gatehouse/contract/control-plane'
import {
  envelopeGrowths,
  growths,
  growthFaults,
  hostileBody,
  hostileEnvelope,
  hostileWalk,
  type HostileField,
  type Scale,
} from '@gatehouse/testing/growth'
import { createSharding } from '@gatehouse/testing/shard'
import { afterAll, describe, expect, test } from 'vitest'

import { createGrowthPlane } from './growth.fixture.ts'

const ofShard = createSharding()
const { plane, samples, filled, renewed, stored, headersOf } = await createGrowthPlane()
const { operations } = plane
afterAll(() => plane.stop())

type Row = (typeof operations)[number]

const writes = operations.filter(({ method }) => method !== 'GET')
const rows = writes.flatMap((row) => {
  const sample = samples[row.operation]
  return sample === undefined ? [] : [{ ...row, sample }]
})

async function send(row: Row, path: string, init: RequestInit) {
  const answer = await plane.fetch(new Request(`http://localhost:4456${path}`, { ...init, method: row.method }))
  const text = await answer.text()
  expect(answer.status).toBeLessThan(500)
  return { status: answer.status, answered: text.length }
}

async function prepared(row: Row, body: string, type = 'application/json') {
  const path = await filled(row)
  const init = { headers: { ...headersOf(row), 'content-type': type }, body: renewed(body) }
  return () => send(row, path, init)
}

test('every sample gets as far as it is meant to, before anything has grown', async () => {
  const seen: string[] = []
  for (const row of rows) {
    const { status } = await (await prepared(row, JSON.stringify(row.sample)))()
    seen.push(`${row.operation}: ${status}`)
  }
  expect(seen).toMatchInlineSnapshot(`
    [
      "createWorkspace: 201",
      "updateWorkspace: 200",
      "createProject: 201",
      "setProject: 200",
      "patchProject: 200",
      "patchProjectWithRevision: 200",
      "purgeProject: 409",
      "purgeProjectConfirmed: 400",
      "setBrandingDraft: 200",
      "discardBrandingDraft: 204",
      "publishBranding: 400",
      "restoreBrandingVersion: 409",
      "createBrandingAsset: 400",
      "sendTestMail: 204",
      "createWorkspaceApiKey: 201",
      "deleteWorkspaceApiKey: 404",
      "createProjectApiKey: 201",
      "deleteProjectApiKey: 404",
      "setWorkspaceMember: 404",
      "removeWorkspaceMember: 404",
      "setProjectMember: 404",
      "removeProjectMember: 404",
      "createWorkspaceInvite: 201",
      "revokeWorkspaceInvite: 404",
      "createProjectInvite: 201",
      "revokeProjectInvite: 404",
      "acceptInvite: 403",
      "createOrganization: 201",
      "updateOrganization: 200",
      "deleteOrganization: 204",
      "createOrganizationOnboardingPortalLink: 201",
      "updateOrganizationOnboardingPortalLink: 400",
      "deleteOrganizationOnboardingPortalLink: 204",
      "checkOrganizationConnection: 404",
      "setOnboardingConnection: 400",
      "checkOnboardingConnection: 409",
      "createEventStream: 409",
      "setEventStream: 200",
      "deleteEventStream: 404",
      "pauseEventStream: 200",
      "resumeEventStream: 200",
      "replayEventStream: 409",
      "testEventStream: 400",
      "redriveEventStream: 404",
      "rotateEventStreamSecret: 200",
      "createIdentity: 404",
      "batchPatchIdentities: 404",
      "updateIdentity: 404",
      "patchIdentity: 404",
      "deleteIdentity: 404",
      "deleteIdentityCredentials: 400",
      "deleteIdentitySessions: 404",
      "manageSessions: 404",
      "disableSession: 404",
      "extendSession: 404",
      "restoreSession: 404",
      "createRecoveryCodeForIdentity: 404",
      "createRecoveryLinkForIdentity: 404",
      "createTestLoginFlow: 404",
      "sendIdentityVerification: 404",
      "resendCourierMessage: 404",
      "announceIdentityExport: 204",
      "createImport: 201",
      "addImportFile: 404",
      "updateImport: 404",
      "deleteImport: 404",
      "startImport: 404",
      "createJob: 201",
      "stopJob: 404",
    ]
  `)
})

describe.each(rows)('$operation', (row) => {
  test.each(ofShard(Object.entries(growths)))('%s', { timeout: 120_000 }, async (_name, grow) => {
    const prepare = async (scale: Scale) => {
      const body = grow(row.sample, scale)
      return { sent: body.length, send: await prepared(row, body) }
    }
    expect(await growthFaults({ name: row.operation, stored, prepare })).toEqual([])
  })
})

describe.each(operations)('$operation ($method $path)', (row) => {
  test.each(ofShard(Object.entries(envelopeGrowths)))('%s', { timeout: 120_000 }, async (_name, grow) => {
    const prepare = async (scale: Scale) => {
      const { query, headers } = grow({ query: [], headers: headersOf(row) }, scale)
      const path = `${await filled(row)}?${new URLSearchParams(query.map(([name, text]) => [name, text]))}`
      const sent = path.length + Object.values(headers).join('').length
      return { sent, send: () => send(row, path, { headers }) }
    }
    expect(await growthFaults({ name: `${row.operation} (query and headers)`, stored, prepare })).toEqual([])
  })
})

test('every operation of the table is tested, with its body if it may have one @growth-1', () => {
  expect(writes.map(({ operation }) => operation).filter((name) => samples[name] === undefined)).toEqual([])
  expect(Object.keys(samples).filter((name) => !writes.some(({ operation }) => operation === name))).toEqual([])
  // The number when this test was written: no operation may be missed because the table was not found.
  expect(operations.length).toBeGreaterThanOrEqual(92)
  expect(rows.length).toBeGreaterThanOrEqual(52)
})

describe('hostile texts', () => {
  const { faultsOf, sent } = hostileWalk()
  // The length for a body of a mebibyte.
  const length = 60_000

  // These run first, as bodies leave records that make lists longer.
  test.each(operations)('$operation ($method $path), beside its body', { timeout: 900_000 }, async (row) => {
    const parameters = Object.keys(contractOf(row.operation).query?.shape ?? {})
    const all = hostileEnvelope(row.operation, row.path, parameters, async (path, headers) => {
      const to = await filled({ ...row, path: path as Row['path'] })
      return () => send(row, to, { headers: { ...headersOf(row), ...headers } })
    })
    // One reader of queries, cookies and headers serves every operation.
    expect(await faultsOf(all, { oneIn: 3 })).toEqual([])
  })

  test.each(rows)('$operation @hostile-texts-2', { timeout: 900_000 }, async (row) => {
    const files = (contractOf(row.operation).upload ?? []).map((type): HostileField => ({
      name: `${row.operation}, a file of ${type}`,
      valid: type.includes('svg') ? '<svg xmlns="http://www.w3.org/2000/svg">' : '{"a":"b"}\n',
      length,
      prepare: (text) => prepared(row, text, type),
    }))
    const inJson = hostileBody(
      row.operation,
      row.sample,
      () => length,
      (json) => prepared(row, json),
    )
    expect(await faultsOf([...files, ...inJson])).toEqual([])
  })

  test('so many texts were sent', () => {
    console.log('control plane', sent)
    // The number when this test was written: no field may be missed because the tables were not found.
    expect(sent.fields).toBeGreaterThanOrEqual(1_200)
  })
})
