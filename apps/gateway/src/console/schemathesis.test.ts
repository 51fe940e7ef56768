import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { operations } from '@gatehouse/contract/control-plane/operations'
import { type GatewayProcess, startGateway } from '@gatehouse/testing/gateway-process'
import { runSchemathesis, schemathesisIsMissing } from '@gatehouse/testing/schemathesis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const missing = await schemathesisIsMissing()
if (missing !== undefined) {
  if (process.env['CI'] === 'true') throw new Error(missing)
  process.stderr.write(`${missing}\n`)
}

/** With `SCHEMATHESIS_SECONDS` it goes on for longer; other numbers of `SCHEMATHESIS_SEED` send something else. */
const seconds = Number(process.env['SCHEMATHESIS_SECONDS'] ?? 30)
const seed = Number(process.env['SCHEMATHESIS_SEED'] ?? 1)

describe.skipIf(missing !== undefined)('whatever an OpenAPI document allows, or forbids, no answer is of 5xx', () => {
  let gateway: GatewayProcess
  let key = ''
  beforeAll(async () => {
    gateway = await startGateway({ environment: { LOG_LEVEL: 'error' } })
    key = (await readFile(join(gateway.dataFolder, 'workspace-api-key'), 'utf8')).trim()
  })
  afterAll(() => gateway.stop())

  async function documentAt(path: string, known: Readonly<Record<string, string>> = {}) {
    const document = await (await fetch(gateway.consoleOrigin + path)).json()
    // Parameters of paths with what is there: anything else ends at 404.
    for (const [path, item] of Object.entries<
      Record<string, { parameters?: { name: string; in: string; schema: unknown }[] }>
    >(document.paths)) {
      for (const operation of Object.values(item)) {
        // An answer that waits for the next event would use all of the time up.
        const parameters = (operation.parameters ?? []).filter(({ name }) => name !== 'wait_seconds')
        operation.parameters = parameters
        for (const parameter of parameters) {
          const name = path.includes('/identities/{id}') && parameter.name === 'id' ? 'identity_id' : parameter.name
          const value = parameter.in === 'path' ? known[name] : undefined
          if (value !== undefined) parameter.schema = { type: 'string', enum: [value] }
        }
      }
    }
    return document
  }

  test('of the control plane @schemathesis-1', { timeout: (seconds + 120) * 1_000 }, async () => {
    const ask = async (path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
      return (await fetch(gateway.consoleOrigin + path, init)).json()
    }
    const [project] = await ask('/projects')
    const organization = await ask(`/projects/${project.id}/organizations`, { label: 'Acme' })
    const stream = await ask(`/projects/${project.id}/eventstreams`, {
      type: 'https',
      https_endpoint: 'https://events.example.org/',
    })
    const person = await ask(`/projects/${project.id}/admin/identities`, {
      schema_id: 'default',
      traits: { email: 'ada@example.org' },
    })
    const known = {
      identity_id: person.id,
      workspace: project.workspace_id,
      project: project.id,
      project_id: project.id,
      organization_id: organization.id,
      event_stream_id: stream.id,
      revision_id: (await ask(`/projects/${project.id}`)).revision_id,
    }
    const { failures, sent } = await runSchemathesis({
      document: await documentAt('/openapi.json', known),
      url: gateway.consoleOrigin,
      headers: { authorization: `Bearer ${key}`, 'x-audit-reason': 'schemathesis' },
      // What everything else is about would be gone.
      without: ['purgeProject', 'purgeProjectConfirmed', 'deleteOrganization', 'deleteEventStream', 'deleteIdentity'],
      seconds,
      seed,
    })
    expect(failures).toBe('')
    // At least once each.
    expect(sent).toBeGreaterThanOrEqual(Object.keys(operations).length - 5)
  })

  test(
    'of the identity service, on both listeners @schemathesis-2',
    { timeout: (seconds * 2 + 120) * 1_000 },
    async () => {
      const document = await documentAt('/openapi/identity.json')
      const part = (isAdmin: boolean) => ({
        ...document,
        paths: Object.fromEntries(
          Object.entries(document.paths).filter(([path]) => path.startsWith('/admin/') === isAdmin),
        ),
      })
      for (const [isAdmin, url] of [
        [false, gateway.origin],
        [true, gateway.adminOrigin],
      ] as const) {
        const run = { document: part(isAdmin), url, seconds: seconds / 2, seed }
        const { failures, sent } = await runSchemathesis(run)
        expect(failures).toBe('')
        expect(sent).toBeGreaterThan(15)
      }
    },
  )
})
