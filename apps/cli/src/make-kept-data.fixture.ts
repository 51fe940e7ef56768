import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startGateway } from '@gatehouse/testing/processes'

/**
 * Makes `kept-data-VERSION.tar.gz`: the backup of an installation of the present code with two people, a second
 * project, and a key of it, which is in `kept-data-VERSION.json`. Run it once before a version is released
 * (docs/release.md); an archive is never replaced. Arguments: the version, and another folder than `fixtures`.
 */
const [version = '', fixtures = fileURLToPath(new URL('../fixtures', import.meta.url))] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Name the version that is released: 0.2.0')
const file = join(fixtures, `kept-data-${version}.tar.gz`)
if (existsSync(file)) throw new Error(`${file} is there: kept data is never made anew`)
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-kept-'))
const data = join(folder, 'data')
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
  writeFileSync(join(fixtures, `kept-data-${version}.json`), `{ "project": "${id}", "key": "${value}" }\n`)
} finally {
  await gateway.stop()
}
const program = fileURLToPath(new URL('../bin/gatehouse.mjs', import.meta.url))
execFileSync(process.execPath, [program, 'backup', 'create', '--to', file], {
  env: { ...process.env, GATEHOUSE_DATA: data },
  cwd: folder,
  stdio: 'inherit',
})
rmSync(folder, { recursive: true })
