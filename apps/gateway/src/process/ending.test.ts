import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startGateway, freePorts, repositoryRoot, startPosts, startServiceProcess } from '@gatehouse/testing/processes'
import { afterEach, describe, expect, test } from 'vitest'

const cleanups: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-ending-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function environment(data: string): Promise<Record<string, string>> {
  const [publicPort = 0, admin = 0, consolePort = 0] = await freePorts(3)
  return {
    GATEHOUSE_PUBLIC_URL: `http://localhost:${publicPort}`,
    GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${admin}`,
    GATEHOUSE_CONSOLE_URL: `http://localhost:${consolePort}`,
    GATEHOUSE_DATA: data,
  }
}

interface Exchange {
  readonly status: number
  readonly connection: string | undefined
  readonly startedAt: number
}

/** Sends one POST; returns the answer, or the error. */
function post(agent: Agent, url: string, startedAt: number): Promise<Exchange | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, startedAt }),
      )
      answer.once('error', resolve)
    })
    sent.once('error', resolve)
    sent.end(JSON.stringify({ method: 'password', identifier: 'ada@example.com', password: 'not the password' }))
  })
}

describe('a gateway that is asked to end', () => {
  test('answers every pending POST, closes connections after their answer, and reports that it is not ready', async () => {
    const gateway = await startGateway({
      environment: {
        GATEHOUSE_DRAIN_SECONDS: '2',
        GATEHOUSE_SIGN_INS_PER_ACCOUNT: 'off',
        GATEHOUSE_SIGN_INS_PER_ADDRESS: 'off',
        LOG_LEVEL: 'warn',
      },
    })
    cleanups.push(() => gateway.stop())
    const flow = await (await fetch(`${gateway.origin}/self-service/login/api`)).json()
    const url = `${gateway.origin}/self-service/login?flow=${flow.id}`
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    cleanups.push(() => agent.destroy())

    // As clients that watch readiness do: they send no new request before the listener closes. A connection at the
    // moment of closing is refused by the system, and was never accepted.
    let until = Number.POSITIVE_INFINITY
    const lost: unknown[] = []
    const answered: Exchange[] = []
    const clients = Array.from({ length: 8 }, async () => {
      while (performance.now() < until) {
        const outcome = await post(agent, url, performance.now())
        if ('status' in outcome) answered.push(outcome)
        else lost.push(outcome.code ?? outcome.message)
      }
    })
    await delay(500)
    const askedAt = performance.now()
    until = askedAt + 1500
    const stopped = gateway.stop(20_000)
    await delay(300)
    const ready = await fetch(`${gateway.origin}/health/ready`)
    expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close'])
    expect(await ready.json()).toEqual({ errors: { shutdown: 'not available' } })
    expect(await stopped).toBe(0)
    await Promise.all(clients)

    expect(lost).toEqual([])
    const after = answered.filter(({ startedAt }) => startedAt > askedAt + 100)
    expect(after.length).toBeGreaterThan(0)
    expect(new Set(after.map(({ status, connection }) => `${status} ${connection}`))).toEqual(new Set(['400 close']))
  })

  test('by a signal to npm start ends too, and npm waits for it: no pending request is cut off @ending-2', async () => {
    const data = await newFolder()
    const settings: Record<string, string> = {
      ...(await environment(join(data, 'data'))),
      GATEHOUSE_DEV: 'false',
      GATEHOUSE_WORKERS: '2',
    }
    const npm = spawn('npm', ['start'], {
      cwd: repositoryRoot,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    cleanups.push(() => void npm.kill('SIGKILL'))
    let output = ''
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    const ready = `${settings['GATEHOUSE_PUBLIC_URL']}/health/ready`
    const isUp = () =>
      fetch(ready).then(
        ({ status }) => status === 200,
        () => false,
      )
    while (!(await isUp())) {
      if (npm.exitCode !== null) throw new Error(output)
      await delay(200)
    }
    const flow = await (await fetch(`${settings['GATEHOUSE_PUBLIC_URL']}/self-service/login/api`)).json()
    const posts = startPosts(`${settings['GATEHOUSE_PUBLIC_URL']}/self-service/login?flow=${flow.id}`)
    while (posts.answered() < 20) await delay(50)
    const exited = once(npm, 'exit')
    const lost = posts.untilRefused()
    npm.kill('SIGTERM')
    expect(await lost).toEqual([])
    await exited
    expect(await isUp()).toBe(false)
    expect(output).toContain('stopping')
    // The folder is free: no process was left behind with it.
    const next = await startGateway({ dataFolder: join(data, 'data') })
    expect(await next.stop()).toBe(0)
  }, 240_000)
})

describe('a start that fails', () => {
  /** Returns the output of a start that fails, and its exit code. */
  async function failedStart(more: Record<string, string>): Promise<readonly [number, string]> {
    const settings = { ...(await environment(join(await newFolder(), 'data'))), ...more }
    const service = await startServiceProcess({ args: ['apps/gateway/src/main.ts'], environment: settings })
    cleanups.push(() => service.kill())
    while (!service.logs().includes('cannot start') || isAlive(service.pid)) await delay(50)
    return [(await service.stop()) ?? -1, service.logs()]
  }

  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  test('gives the reason without a stack: a folder that cannot be created', async () => {
    const file = join(await newFolder(), 'file')
    await writeFile(file, '')
    const [code, output] = await failedStart({ GATEHOUSE_DATA: join(file, 'data') })
    expect([code, output]).toEqual([1, expect.stringContaining('file/data')])
    expect(output).not.toMatch(/\n\s+at /)
  })

  test('… a port that is in use', async () => {
    const gateway = await startGateway()
    cleanups.push(() => gateway.stop())
    const [code, output] = await failedStart({ GATEHOUSE_PUBLIC_URL: gateway.origin })
    expect([code, output]).toEqual([1, expect.stringContaining('in use by another program')])
    expect(output).not.toMatch(/\n\s+at /)
  })

  test.each([
    ['that does not exist', undefined, 'kratos.yml'],
    ['that is no YAML', '{', 'YAML'],
    ['with an unknown key', 'selfservize: {}', 'selfservize'],
    [
      'with a schema that is not there',
      'identity: { default_schema_id: a, schemas: [{ id: a, url: "file://no.json" }] }',
      'no.json',
    ],
  ])('… a configuration %s', async (_, text, word) => {
    const path = join(await newFolder(), 'kratos.yml')
    if (text !== undefined) await writeFile(path, text)
    const [code, output] = await failedStart({ GATEHOUSE_IDENTITY_CONFIG: path })
    expect([code, output]).toEqual([1, expect.stringContaining(word)])
    expect(output).not.toMatch(/\n\s+at /)
  })

  test('… a database that is none', async () => {
    const data = join(await newFolder(), 'data')
    await mkdir(data)
    await writeFile(join(data, 'control-plane.sqlite'), 'this is no database, and longer than its header would be')
    await chmod(data, 0o700)
    const [code, output] = await failedStart({ GATEHOUSE_DATA: data })
    expect([code, output]).toEqual([1, expect.stringContaining('database')])
    expect(output).not.toMatch(/\n\s+at /)
  })
})

describe('a data folder that was moved to a database', () => {
  test('is not served without the database, unless that is asked for @moved-files-1', async () => {
    const data = join(await newFolder(), 'data')
    const first = await startGateway({ dataFolder: data })
    await first.stop()
    await writeFile(join(data, 'moved-to'), 'PostgreSQL, db.internal/gatehouse\n')
    for (const more of [{}, { GATEHOUSE_DEV: 'false', GATEHOUSE_WORKERS: '2' }]) {
      const settings: Record<string, string> = { ...(await environment(data)), ...more }
      const refused = await startServiceProcess({ args: ['apps/gateway/src/main.ts'], environment: settings })
      cleanups.push(() => refused.kill())
      await expect.poll(() => refused.logs(), { timeout: 30_000 }).toContain('--serve-old-files')
      expect(refused.logs()).toContain('was moved to PostgreSQL, db.internal/gatehouse')
      const readyUrl = `${settings['GATEHOUSE_PUBLIC_URL']}/health/ready`
      const args = ['apps/gateway/src/main.ts', '--serve-old-files']
      // Earlier than the test ends: the output of the process shows why it is not ready.
      const forced = await startServiceProcess({ args, environment: settings, readyUrl, timeoutMs: 45_000 })
      cleanups.push(() => forced.kill())
      expect(await forced.stop()).toBe(0)
    }
  }, 120_000)
})

test('npm start -- --help prints the options, and starts nothing @start-options-1', async () => {
  const npm = spawn('npm', ['start', '--silent', '--', '--help'], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const [code] = await once(npm, 'exit')
  expect([code, output]).toEqual([0, expect.stringContaining('--serve-old-files')])
})

describe('the link for the first operator', () => {
  test.each(['false', 'true'])(
    'is not in output that no terminal shows, nor is the first key, but in files that only this user reads (GATEHOUSE_DEV=%s) @ending-1',
    async (dev) => {
      const gateway = await startGateway({ environment: { GATEHOUSE_DEV: dev } })
      cleanups.push(() => gateway.stop())
      expect(gateway.logs()).not.toContain('gsu_')
      const path = join(gateway.dataFolder, 'first-operator-link')
      expect(gateway.logs()).toContain(`open the link in ${path}`)
      expect(statSync(path).mode & 0o777).toBe(0o600)
      const link = readFileSync(path, 'utf8').trim()
      expect(link).toContain(`${gateway.consoleOrigin}/set-up/gsu_`)
      // Neither is the first key, not even its beginning: the output names the file.
      const keyFile = join(gateway.dataFolder, 'workspace-api-key')
      const key = readFileSync(keyFile, 'utf8').trim()
      expect(key).toMatch(/^gwk_.{20,}/)
      expect(gateway.logs()).toContain(keyFile)
      expect(gateway.logs()).not.toContain(key.slice(0, 12))
      expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    },
  )

  test('is kept at the next start, for as long as it is valid @ending-4', async () => {
    const dataFolder = join(await newFolder(), 'data')
    const read = () => readFileSync(join(dataFolder, 'first-operator-link'), 'utf8').trim().split('/').at(-1)
    const first = await startGateway({ dataFolder })
    const token = read()
    await first.stop()
    const second = await startGateway({ dataFolder })
    cleanups.push(() => second.stop())
    expect(read()).toBe(token)
  })

  test('is shown at a terminal by npm start, and no file is left of an earlier start @ending-3', async () => {
    const dataFolder = join(await newFolder(), 'data')
    const first = await startGateway({ dataFolder })
    await first.stop()
    expect(existsSync(join(dataFolder, 'first-operator-link'))).toBe(true)
    const settings: Record<string, string> = { ...(await environment(dataFolder)), GATEHOUSE_DEV: 'true' }
    const terminal = spawn('script', ['-qfec', 'npm start', '/dev/null'], {
      cwd: repositoryRoot,
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    cleanups.push(async () => {
      const ended = once(terminal, 'exit')
      terminal.kill()
      await ended
    })
    let output = ''
    terminal.stdout.on('data', (chunk) => (output += String(chunk)))
    await expect.poll(() => output, { timeout: 120_000 }).toContain(`${settings['GATEHOUSE_CONSOLE_URL']}/set-up/gsu_`)
    expect(existsSync(join(dataFolder, 'first-operator-link'))).toBe(false)
  }, 180_000)
})
