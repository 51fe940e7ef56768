/** Creates workspaces as fast as possible and prints each id once it was answered, until it is killed. */
import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { createMemoryHost } from '../service.fixture.ts'
import { createControlPlane } from '../service.ts'
import { openControlDatabase } from './open.ts'

const folder = process.argv[2] ?? ''
const keyFile = join(folder, 'workspace-api-key')
const plane = createControlPlane({
  database: openControlDatabase(join(folder, 'control-plane.sqlite')),
  host: createMemoryHost(() => false).host,
  operators: { find: async () => undefined, findAll: async () => [] },
  firstStart: { name: 'Gatehouse', keyFile, environment: 'dev' },
  linkSecret: 'a secret of thirty-two characters',
  log: console,
})
await plane.firstStart()
await plane.openProjects()
const authorization = `Bearer ${readFileSync(keyFile, 'utf8').trim()}`
for (;;) {
  const body = JSON.stringify({ name: 'Workspace' })
  const request = new Request('http://localhost:4456/workspaces', { method: 'POST', headers: { authorization }, body })
  const answer = await plane.fetch(request)
  const { id } = (await answer.json()) as { id: string }
  writeSync(1, `${id}\n`)
}
