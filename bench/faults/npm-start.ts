import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts, repositoryRoot, startPosts, type KeptConnections } from '@gatehouse/testing/processes'

/** The results of forms that were sent until nothing listened any more. */
interface Ended {
  readonly answered: number
  readonly cutOff: number
}

/** How many processes serve, and which clients keep their connections. */
export interface Ending {
  readonly workers: number
  readonly kept: KeptConnections
}

/** Starts `npm start` and asks it to end while eight clients send forms, each the next one at once. */
export async function endNpmStart({ workers, kept }: Ending): Promise<Ended> {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-npm-start-'))
  const [port = 0, admin = 0, console = 0] = await freePorts(3)
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    GATEHOUSE_PUBLIC_URL: origin,
    GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${admin}`,
    GATEHOUSE_CONSOLE_URL: `http://127.0.0.1:${console}`,
    GATEHOUSE_DATA: data,
    GATEHOUSE_DEV: 'false',
    GATEHOUSE_WORKERS: String(workers),
  }
  const npm = spawn('npm', ['start', '--silent'], { cwd: repositoryRoot, env, stdio: 'ignore' })
  const exited = once(npm, 'exit')
  const end = () => npm.kill('SIGTERM')
  process.once('exit', end)
  try {
    const flow = await firstFlow(`${origin}/self-service/login/api`, () => isAlive(npm))
    const posts = startPosts(`${origin}/self-service/login?flow=${flow}`, kept)
    while (posts.answered() < 50) await delay(50)
    const lost = posts.untilRefused()
    end()
    const cutOff = (await lost).length
    return { answered: posts.answered(), cutOff }
  } finally {
    if (isAlive(npm)) end()
    await exited
    process.off('exit', end)
    rmSync(data, { recursive: true, force: true })
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

async function firstFlow(url: string, goesOn: () => boolean): Promise<string> {
  while (goesOn()) {
    // oxlint-disable-next-line no-await-in-loop -- until it answers
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok === true) return String((await answer.json()).id)
    // oxlint-disable-next-line no-await-in-loop -- likewise
    await delay(200)
  }
  throw new Error('npm start ended before it answered')
}
