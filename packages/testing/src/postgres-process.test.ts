import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { postgresIsMissing, startPostgres } from './postgres-process.ts'

const missing = postgresIsMissing()

it('names the package to install if PostgreSQL is missing, and refuses to leave its tests out in CI', () => {
  expect(postgresIsMissing({}, '/nowhere')).toMatch(/apt-get install postgresql/)
  expect(() => postgresIsMissing({ CI: 'true' }, '/nowhere')).toThrow(/with CI=true its tests have to run/)
})

it.skipIf(missing)('starts a PostgreSQL under an ordinary user and ends it', async () => {
  const postgres = await startPostgres()
  const { stdout } = spawnSync('ps', ['-o', 'uid=', '-p', String(postgres.pid)], { encoding: 'utf8' })
  expect(Number(stdout)).toBeGreaterThan(0)
  expect(postgres.createDatabase()).not.toBe(postgres.createDatabase())
  await postgres.stop()
  expect(() => process.kill(postgres.pid, 0)).toThrow(/ESRCH/)
})
