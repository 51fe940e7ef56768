import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { alone, exists, goProgram } from '@gatehouse/testing/go-program'
import type { ProfileId } from '../profiles/profile.ts'
import { engineTitles } from './engine.ts'
import type { Engine, RunningEngine } from './engine.ts'
import { sendOverNetwork } from './network.ts'
import { openWorkplace } from './workplace.ts'

const run = promisify(execFile)
const startTimeoutMs = 30_000

/** Ory Kratos itself, which is also the field's command line. */
export const kratosProgram = goProgram('kratos', engineTitles.kratos)

/** Ory Kratos as its module publishes it, one process and one SQLite file per profile. */
export const kratos: Engine = {
  id: 'kratos',
  missing: () => kratosProgram.missing(),
  prepare: async () => {
    await emptyDatabase(await kratosProgram.path())
  },
  start,
}

async function start(profile: ProfileId): Promise<RunningEngine> {
  const program = await kratosProgram.path()
  const empty = await emptyDatabase(program)
  const place = await openWorkplace(profile, async (folder) => {
    await copyFile(empty, join(folder, 'kratos.sqlite'))
    return dataSource(join(folder, 'kratos.sqlite'))
  })
  const child = spawn(program, ['serve', '-c', place.configFile, '--watch-courier', '--sqa-opt-out'], {
    cwd: place.folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  // Whoever runs the suite may be ended without a chance to stop it.
  const killWithParent = () => child.kill('SIGKILL')
  process.once('exit', killWithParent)
  child.once('exit', () => process.off('exit', killWithParent))

  const stop = async () => {
    await end(child)
    await place.remove()
  }
  try {
    await untilReady(child, `${place.adminUrl}/admin/health/ready`)
  } catch (error) {
    await stop()
    throw new Error(`Kratos did not start (profile ${profile})\n${output.slice(-2_000)}`, { cause: error })
  }
  return {
    publicUrl: place.publicUrl,
    adminUrl: place.adminUrl,
    mailbox: place.mailbox,
    oauth2: place.oauth2,
    hooks: place.hooks,
    tokenKeys: place.tokenKeys,
    send: oneAtATime(sendOverNetwork),
    logs: () => output,
    stop,
  }
}

/** An SQLite file with Kratos' tables and nothing in them; made once, because its migrations take a second each time. */
async function emptyDatabase(program: string): Promise<string> {
  const folder = await kratosProgram.cache()
  const file = join(folder, 'empty.sqlite')
  return alone(join(folder, 'migrate.lock'), async () => {
    if (!(await exists(file))) {
      await run(program, ['migrate', 'sql', '-e', '--yes'], {
        env: { ...environment(), DSN: `sqlite://${file}.part?_fk=true&mode=rwc` },
      })
      await rename(`${file}.part`, file)
    }
    return file
  })
}

function dataSource(file: string): string {
  return `sqlite://${file}?_fk=true&mode=rwc&_busy_timeout=10000&_journal_mode=WAL&_sync=OFF&_txlock=immediate`
}

/** Kratos answers 500 where SQLite has two writers, so requests of scenarios that run at the same time wait in a line. */
function oneAtATime(send: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  let last: Promise<unknown> = Promise.resolve()
  return (request) => {
    const answer = last.then(() => send(request))
    last = answer.catch(() => undefined)
    return answer
  }
}

function environment(): NodeJS.ProcessEnv {
  // Usage statistics would leave the machine.
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], SQA_OPT_OUT: 'true', LOG_LEVEL: 'warning' }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`ended with code ${child.exitCode}`)
    const ready = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await delay(50)
  }
  throw new Error(`not ready within ${startTimeoutMs} ms`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await exited
  clearTimeout(timer)
}
