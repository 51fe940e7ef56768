import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Above the last port that `fetch` and browsers refuse (10080, https://fetch.spec.whatwg.org/#port-blocking), and below
 * those that the system gives to connections on its own, any of which may come at any moment.
 */
const [lowest, highest] = [10_081, 32_000] as const
/** How long a port is kept for its caller, in milliseconds: until a program listens there. */
const keptMs = 10 * 60_000
const folder = join(tmpdir(), 'gatehouse-ports')

/**
 * Returns unused ports, all different. No other process that asks here is given the same ones: between the answer and
 * the start of a program many seconds pass on a busy machine, and tests run side by side.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  await mkdir(folder, { recursive: true })
  const ports: number[] = []
  while (ports.length < count) {
    const port = randomInt(lowest, highest)
    if ((await isReserved(port)) && (await isUnused(port))) ports.push(port)
  }
  return ports
}

/** Returns one unused port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  if (port === undefined) throw new Error('no port is free')
  return port
}

/** Tells whether the port is ours from now on: the process that creates its file first has it. */
async function isReserved(port: number): Promise<boolean> {
  const file = join(folder, String(port))
  try {
    await (await open(file, 'wx')).close()
    return true
  } catch {
    const made = await stat(file).catch(() => undefined)
    // Removed only: the process that is quicker at the next attempt has it.
    if (made !== undefined && Date.now() - made.mtimeMs > keptMs) await rm(file, { force: true })
    return false
  }
}

async function isUnused(port: number): Promise<boolean> {
  const server = createServer()
  try {
    // Of all addresses: programs listen at `localhost`, `127.0.0.1` or everywhere.
    server.listen(port)
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
