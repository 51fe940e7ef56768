import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, freePorts } from './free-port.ts'
import { startServiceProcess } from './service-process.ts'

let folder: string
let program: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-process-'))
  program = join(folder, 'service.mjs')
  await writeFile(
    program,
    `import { createServer } from 'node:http'
     if (process.env.FAIL) { console.error('no such table'); process.exit(3) }
     createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')
     process.on('SIGTERM', () => { console.log('good bye'); process.exit(0) })`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

test('is ready when it answers, and stops in order', async () => {
  const port = await freePort()
  const readyUrl = `http://127.0.0.1:${port}/`
  const service = await startServiceProcess({ args: [program], environment: { PORT: String(port) }, readyUrl })
  expect((await fetch(readyUrl)).status).toBe(200)
  expect(await service.stop()).toBe(0)
  expect(service.logs()).toContain('good bye')
  await expect(fetch(readyUrl)).rejects.toThrow('fetch failed')
})

test('a killed service has no time to say good-bye', async () => {
  const port = await freePort()
  const readyUrl = `http://127.0.0.1:${port}/`
  const service = await startServiceProcess({ args: [program], environment: { PORT: String(port) }, readyUrl })
  await service.kill()
  expect(service.logs()).not.toContain('good bye')
})

test('a service that ends before it is ready fails with its output', async () => {
  const start = startServiceProcess({
    args: [program],
    environment: { FAIL: '1' },
    readyUrl: `http://127.0.0.1:${await freePort()}/`,
  })
  await expect(start).rejects.toThrow(/ended with code 3[\s\S]*no such table/)
})

test('ports taken together differ', async () => {
  expect(new Set(await freePorts(20)).size).toBe(20)
})
