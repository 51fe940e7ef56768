/** Creates accounts as fast as it can and prints the id of each after its answer, until it is killed. */
import { writeSync } from 'node:fs'

import { parseIdentityConfig } from '../load-configuration.ts'
import { personDocument } from '../identities/schema.fixture.ts'
import { createIdentityService } from '../service.ts'
import { openDatabase } from '../sql/open.ts'

const dsn = `sqlite://${process.argv[2] ?? ''}`
const url = `base64://${Buffer.from(JSON.stringify(personDocument)).toString('base64')}`
const { config } = await parseIdentityConfig({
  dsn,
  identity: { schemas: [{ id: 'default', url }] },
  secrets: { default: ['a-secret-of-sixteen'] },
})
const service = createIdentityService({ config, database: openDatabase(dsn) })
for (let number = 1; ; number += 1) {
  const body = JSON.stringify({ schema_id: 'default', traits: { email: `person-${number}@example.org` } })
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://127.0.0.1:4434/admin/identities', { method: 'POST', headers, body })
  const answer = await service.admin(request)
  if (answer.status !== 201) throw new Error(await answer.text())
  const { id }: { id: string } = JSON.parse(await answer.text())
  writeSync(1, `${id}\n`)
}
