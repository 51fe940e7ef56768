import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { startMailbox } from '@gatehouse/testing/receivers'
import { expect, test } from 'vitest'

import { createHarness } from '../flows/flow-harness.fixture.ts'
import { probeMailServer } from '../probes.ts'
import { loadIdentityConfig } from '../load-configuration.ts'

test.each([
  [undefined, undefined],
  [{ http: { disallow_private_ip_ranges: true } }, undefined],
  [
    { smtp: { disallow_private_ip_ranges: true } },
    expect.stringContaining('the address is not on the public internet'),
  ],
])(
  'with clients %j the operator’s own mail server on this machine is asked, or not @contract-july-5',
  async (clients, why) => {
    const mailbox = await startMailbox()
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-protections-'))
    try {
      const file = join(folder, 'kratos.json')
      writeFileSync(
        file,
        JSON.stringify({
          dsn: 'memory',
          identity: identityPart('person', schemaOf({})),
          secrets: { default: ['a-secret-of-sixteen'] },
          courier: { smtp: { connection_uri: mailbox.uri } },
          ...(clients && { clients }),
        }),
      )
      const { config, warnings } = await loadIdentityConfig(file)
      expect(warnings).toEqual([])
      expect(await probeMailServer(config)).toEqual(why)
    } finally {
      await mailbox.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
)

test.each([true, false])(
  'no schema reaches out of its document, whatever disallow_ref_in_identity_schemas says (%s) @contract-july-6',
  async (disallowed) => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-protections-'))
    const beside = join(folder, 'traits.json')
    writeFileSync(beside, JSON.stringify({ type: 'object', properties: { email: { type: 'string' } } }))
    const security = { disallow_ref_in_identity_schemas: disallowed }
    try {
      for (const $ref of [`file://${beside}`, 'https://127.0.0.1:9/traits.json']) {
        const identity = identityPart('person', { type: 'object', properties: { traits: { $ref } } })
        await expect(createHarness({ security, identity })).rejects.toThrow(/can't resolve reference|reference/)
      }
      const within = {
        type: 'object',
        properties: { traits: { $ref: '#/definitions/t' } },
        definitions: { t: { type: 'object' } },
      }
      const harness = await createHarness({ security, identity: identityPart('person', within) })
      expect(harness.configurationWarnings).toEqual([])
      await harness.stop()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)
