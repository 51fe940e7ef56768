import { globSync, readFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ownDataFolder } from './own-data-folder.fixture.ts'

const { data, gatehouse, start } = ownDataFolder('upgrade')
/** Each released version has its own. */
const kept = globSync(fileURLToPath(new URL('../fixtures/kept-data-*.tar.gz', import.meta.url)))
const password = 'Birch-and-ash-4711'

async function signIn(origin: string, identifier: string, given: string): Promise<number> {
  const flow = await (await fetch(`${origin}/self-service/login/api`)).json()
  const answer = await fetch(`${origin}/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'password', identifier, password: given }),
  })
  return answer.status
}

test('data of every released version is migrated and served: people sign in, and keys of projects count @kept-data-1', async () => {
  expect(kept).not.toEqual([])
  for (const archive of kept) await serves(archive)
})

async function serves(archive: string): Promise<void> {
  const project = JSON.parse(readFileSync(archive.replace('.tar.gz', '.json'), 'utf8'))
  await rm(data(), { recursive: true, force: true })
  const restored = await gatehouse('backup', 'restore', archive)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('2 people, 2 sessions') })
  expect(await readdir(data())).toEqual(
    expect.arrayContaining(['control-plane.sqlite', 'identity.sqlite', 'secrets.json']),
  )
  const gateway = await start({ GATEHOUSE_DEV: 'false' })
  try {
    for (const email of ['ada@example.com', 'grace@example.com']) {
      expect(await signIn(gateway.origin, email, password)).toBe(200)
    }
    expect(await signIn(gateway.origin, 'ada@example.com', 'not-the-password')).toBe(400)
    const streams = (key: string) =>
      fetch(`${gateway.consoleOrigin}/projects/${project.project}/eventstreams`, {
        headers: { authorization: `Bearer ${key}` },
      })
    expect((await streams(project.key)).status).toBe(200)
    expect((await streams(`${project.key}x`)).status).toBe(401)
  } finally {
    await gateway.stop()
  }
}
