import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLimitedGateway, startGateway } from '@gatehouse/testing/processes'
import { afterEach, expect, test } from 'vitest'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

test('with no space left on the disk the process keeps running, is degraded, and the page gives the reason @full-disk-1', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-full-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const first = await startGateway({ dataFolder: data })
  await first.stop()

  const limited = await startLimitedGateway(data)
  cleanups.push(() => limited.stop())
  const { origin } = limited
  const answer = await limited.fill()
  expect(answer.status).toBe(507)
  expect((await answer.json()).error).toMatchObject({ code: 507, message: expect.stringContaining('no room') })

  // Stored data can still be read.
  expect((await fetch(`${origin}/schemas`)).status).toBe(200)
  const ready = await fetch(`${origin}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'degraded', degraded: { database: 'full' } }])
  expect((await fetch(`${origin}/health/alive`)).status).toBe(200)
  const page = await fetch(`${origin}/registration`, { headers: { accept: 'text/html', 'accept-language': 'de' } })
  expect(page.status).toBe(507)
  expect(await page.text()).toContain('Im Moment kann nichts gespeichert werden')
}, 120_000)
