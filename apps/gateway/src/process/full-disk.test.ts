import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway } from '@gatehouse/testing/gateway-process'
import { freePorts } from '@gatehouse/testing/free-port'
import { repositoryRoot, startServiceProcess } from '@gatehouse/testing/service-process'
import { afterEach, expect, test } from 'vitest'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

/** Starts a gateway whose files may grow no further than to a little more than the largest of the folder. */
async function startWithLittleSpace(data: string) {
  const sizes = await Promise.all((await readdir(data)).map(async (name) => (await stat(join(data, name))).size))
  const kibibytes = Math.ceil(Math.max(...sizes) / 1024) + 200
  const [publicPort = 0, admin = 0, consolePort = 0] = await freePorts(3)
  const origin = `http://localhost:${publicPort}`
  const service = await startServiceProcess({
    program: 'bash',
    args: ['-c', `ulimit -f ${kibibytes}; exec ${repositoryRoot}/node_modules/node/bin/node apps/gateway/src/main.ts`],
    environment: {
      GATEHOUSE_PUBLIC_URL: origin,
      GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${admin}`,
      GATEHOUSE_CONSOLE_URL: `http://localhost:${consolePort}`,
      GATEHOUSE_DATA: data,
      GATEHOUSE_DEV: 'true',
      NODE_COMPILE_CACHE: undefined,
      LOG_LEVEL: 'warn',
    },
    readyUrl: `${origin}/health/ready`,
  })
  cleanups.push(() => service.stop())
  return { origin, service }
}

test('with no space left on the disk the process lives, is not ready, and the page says what it is @full-disk-1', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-full-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const first = await startGateway({ dataFolder: data })
  await first.stop()

  const { origin } = await startWithLittleSpace(data)
  let answer = await fetch(`${origin}/self-service/login/api`)
  for (let flows = 1; flows < 2_000 && answer.status === 200; flows += 1) {
    await answer.body?.cancel()
    answer = await fetch(`${origin}/self-service/registration/api`)
  }
  expect(answer.status).toBe(507)
  expect((await answer.json()).error).toMatchObject({ code: 507, message: expect.stringContaining('no room') })

  // What is stored already is still read.
  expect((await fetch(`${origin}/schemas`)).status).toBe(200)
  const ready = await fetch(`${origin}/health/ready`)
  expect([ready.status, await ready.json()]).toEqual([503, { errors: { database: 'not available' } }])
  expect((await fetch(`${origin}/health/alive`)).status).toBe(200)
  const page = await fetch(`${origin}/registration`, { headers: { accept: 'text/html', 'accept-language': 'de' } })
  expect(page.status).toBe(507)
  expect(await page.text()).toContain('Im Moment kann nichts gespeichert werden')
}, 120_000)
