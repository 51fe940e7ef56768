import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePorts } from './free-port.ts'

const run = promisify(execFile)

test('processes that ask for ports at the same time get different ones, which no connection takes', async () => {
  const module = new URL('free-port.ts', import.meta.url).href
  const script = `const { freePorts } = await import('${module}'); console.log((await freePorts(40)).join(' '))`
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script]
  const asked = await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, args)))
  const ports = [...asked.flatMap(({ stdout }) => stdout.trim().split(' ').map(Number)), ...(await freePorts(40))]
  expect(new Set(ports).size).toBe(200)
  expect(Math.max(...ports)).toBeLessThan(32_768)
  expect(ports.every((port) => port >= 10_000)).toBe(true)
})

test('they can be listened at', async () => {
  const ports = await freePorts(3)
  const servers = await Promise.all(
    ports.map((port) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof createServer>>()
      const server = createServer()
      server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server))
      return promise
    }),
  )
  expect(servers.map((server) => server.address())).toMatchObject(ports.map((port) => ({ port })))
  for (const server of servers) server.close()
})
