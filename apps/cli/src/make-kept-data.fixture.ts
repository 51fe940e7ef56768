import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startGateway } from '@gatehouse/testing/processes'

/**
 * Makes `kept-data.tar.gz`: the backup of an installation of this version with two people, a second project with one,
 * and a key of it. Run it once for a released version; its archive is never replaced.
 */
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-kept-'))
const data = join(folder, 'data')
const file = fileURLToPath(new URL('../fixtures/kept-data.tar.gz', import.meta.url))
const password = 'Birch-and-ash-4711'
const gateway = await startGateway({ dataFolder: data, environment: { GATEHOUSE_DEV: 'false' } })
const json = { 'content-type': 'application/json' }

async function signUp(email: string): Promise<void> {
  const flow = await (await fetch(`${gateway.origin}/self-service/registration/api`)).json()
  const body = JSON.stringify({ method: 'password', password, traits: { email } })
  const answer = await fetch(`${gateway.origin}/self-service/registration?flow=${flow.id}`, {
    method: 'POST',
    headers: json,
    body,
  })
  if (!answer.ok) throw new Error(await answer.text())
}

async function control(path: string, body: object): Promise<{ readonly id: string; readonly value: string }> {
  const key = readFileSync(join(data, 'workspace-api-key'), 'utf8').trim()
  const headers = { ...json, authorization: `Bearer ${key}` }
  const answer = await fetch(`${gateway.consoleOrigin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

try {
  for (const email of ['ada@example.com', 'grace@example.com']) await signUp(email)
  const { id } = await control('/projects', { name: 'Shop', environment: 'dev' })
  const { value } = await control(`/projects/${id}/tokens`, { name: 'kept' })
  console.log(`project ${id}, its key ${value}`)
} finally {
  await gateway.stop()
}
rmSync(file, { force: true })
const program = fileURLToPath(new URL('../bin/gatehouse.mjs', import.meta.url))
execFileSync(process.execPath, [program, 'backup', 'create', '--to', file], {
  env: { ...process.env, GATEHOUSE_DATA: data },
  cwd: folder,
  stdio: 'inherit',
})
rmSync(folder, { recursive: true })
