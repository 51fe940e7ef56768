import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts, repositoryRoot, startIdentityService } from '@gatehouse/testing/processes'
import { expect, onTestFinished, test } from 'vitest'
import { networkIdentityConfig } from './identity/network-identity.fixture.ts'

const first = 'the-secret-of-the-first-start-32'
const other = 'another-secret-than-the-first-32'

/** A stand-alone identity service with a lasting database and changing secrets. */
async function service() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const configFile = join(folder, 'kratos.json')
  const environment = { GATEHOUSE_DATA: join(folder, 'data') }
  const write = async (secrets: object) => {
    const [publicPort = 0, adminPort = 0] = await freePorts(2)
    const origin = `http://127.0.0.1:${publicPort}`
    const config = networkIdentityConfig({ dsn: `sqlite://${folder}/identity.sqlite`, origin, publicPort, adminPort })
    writeFileSync(configFile, JSON.stringify({ ...config, secrets }))
    return { publicUrl: origin, adminUrl: `http://127.0.0.1:${adminPort}` }
  }
  return {
    /** Starts it with these secrets, ends it, and returns its output. */
    run: async (secrets: object, dev = false) => {
      const running = await startIdentityService({
        configFile,
        environment,
        dev,
        timeoutMs: 60_000,
        ...(await write(secrets)),
      })
      await running.stop()
      return running.logs()
    },
    accept: async () => {
      const args = ['apps/cli/src/main.ts', 'secrets', 'accept', '--config', configFile]
      const env = { ...process.env, ...environment }
      return (await promisify(execFile)(process.execPath, args, { cwd: repositoryRoot, env })).stdout
    },
  }
}

test('a service alone does not start with a cipher that is not of its database, until it is accepted @serve-secrets-1', async () => {
  const { run, accept } = await service()
  const kept = { default: [first] }
  await run(kept)
  await expect(run({ default: [first], cipher: [other] })).rejects.toThrow(
    /secrets\.cipher of \S+ is not what this database was begun with: .*\n {2}Fix: name the secret from before there as well/,
  )
  // Development continues: a missing secret is generated for the life of the process.
  expect(await run({ default: [first], cipher: [other] }, true)).toContain('is not what this database was begun with')
  await run({ default: [first], cipher: [other, first] })
  await run({ default: [first], cipher: [other] })
  await expect(run(kept)).rejects.toThrow('is not what this database was begun with')
  expect(await accept()).toContain('count from now on')
  await run(kept)
})

test('secrets that sign, changed wholly, are said once; rotated ones are not, and no one is signed out @serve-secrets-2', async () => {
  const { run } = await service()
  const sentence =
    /secrets\.default of \S+ is not what signed for this database before: .* No one is signed out\. Fix: name the secret from before/
  const cipher = [first]
  expect(await run({ default: [first], cipher })).not.toMatch(sentence)
  expect(await run({ default: [other, first], cipher })).not.toMatch(sentence)
  expect(await run({ default: [other], cipher })).not.toMatch(sentence)
  expect(await run({ default: ['a-third-secret-by-itself'], cipher })).toMatch(sentence)
  expect(await run({ default: ['a-third-secret-by-itself'], cipher })).not.toMatch(sentence)
  // The cookie secret signs nothing.
  expect(await run({ default: ['a-third-secret-by-itself'], cookie: [other], cipher })).not.toMatch(sentence)
})
