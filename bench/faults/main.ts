/**
 * Breaks parts under an installation while people sign up and sessions are read, and counts acknowledged accounts that
 * are lost, failed requests, and the time until all requests succeed again. `npm run faults -- --write` writes
 * docs/reference/faults.md.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabaseLink, repositoryRoot, startPostgres } from '@gatehouse/testing/processes'

import { hashMemory, startInstallation, type Installation } from './installation.ts'
import { makeNextVersion } from './next-version.ts'
import { endNpmStart } from './npm-start.ts'
import { failureKinds, startLoad, whoami, type FailureKind, type Rates, type Seen } from './load.ts'

/** The result of one case. */
interface Outcome {
  readonly name: string
  readonly acknowledged: number
  readonly lost: number
  readonly answers: number
  readonly failed: Readonly<Record<FailureKind, number>>
  /** From the fault, or from its end if it lasts. */
  readonly seconds: number | undefined
}

/** A fault of an installation. Resolves with the time at which it is over. */
type Fault = (installation: Installation) => Promise<number>

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    'sign-ups': { type: 'string', default: '50' },
    looks: { type: 'string', default: '500' },
    'only-npm-start': { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
  },
})
/** The faults that are played: all, or those that the command line names. */
const chosen = (faults: Readonly<Record<string, Fault>>) =>
  Object.entries(faults).filter(([name]) => values.only?.includes(name) ?? true)
const rates: Rates = { signUps: Number(values['sign-ups']), looks: Number(values.looks) }

const lastsMs = 10_000
/** How long is waited after a fault, in milliseconds. */
const afterMs = 15_000

const now = () => performance.now()

/** Kills a process, of which its primary starts another. */
const killWorker =
  (which: 'first' | 'second'): Fault =>
  async (installation) => {
    process.kill(installation.worker(0, which), 'SIGKILL')
    return now()
  }

/** Ends a gateway, which is started again after two seconds. */
const endGateway =
  (signal: 'SIGKILL' | 'SIGTERM'): Fault =>
  async (installation) => {
    const at = now()
    const gateway = installation.gateway(0)
    await (signal === 'SIGKILL' ? gateway.kill() : gateway.stop(30_000))
    await delay(2_000)
    await installation.again(0)
    return at
  }

/** Fills the disk of a gateway's data folder for ten seconds. */
const fillDisk: Fault = async (installation) => {
  const disk = installation.disk(0)
  disk.fill()
  await delay(lastsMs)
  disk.free()
  return now()
}

/** Replaces the gateways, one after the other, by the next version, which migrates; counts from the last one's end. */
const upgrade =
  (program: string): Fault =>
  async (installation) => {
    let at = now()
    for (const index of installation.origins.keys()) {
      at = now()
      // oxlint-disable-next-line no-await-in-loop -- the others answer meanwhile
      await installation.gateway(index).stop(30_000)
      // oxlint-disable-next-line no-await-in-loop -- likewise
      await installation.again(index, program)
    }
    return at
  }

async function play(name: string, installation: Installation, fault: Fault): Promise<Outcome> {
  const load = startLoad(() => installation.origins, rates)
  await delay(4_000)
  const at = await fault(installation)
  await delay(afterMs)
  const { answers, failures, tokens, wellSince } = await load.stop()
  let lost = 0
  for (const token of tokens) {
    // oxlint-disable-next-line no-await-in-loop -- a load of its own would say nothing more
    if ((await whoami(installation.origins[0] ?? '', token)) !== 200) lost += 1
  }
  const seconds = wellSince === undefined ? undefined : Math.max(0, wellSince - at) / 1_000
  const failed = Object.fromEntries(
    failureKinds.map((kind) => [kind, failures.filter((failure) => failure.kind === kind).length]),
  ) as Record<FailureKind, number>
  const outcome = { name, acknowledged: tokens.length, lost, answers, failed, seconds }
  console.log(JSON.stringify({ ...outcome, failures: failuresBySecond(failures, at) }))
  return outcome
}

/** Counts failures by their second from the fault and their reason, such as `{ "3 s: 503": 12 }`. */
function failuresBySecond(failures: Seen['failures'], faultAt: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { at, reason } of failures) {
    const key = `${Math.floor((at - faultAt) / 1_000)} s: ${reason}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

async function onPostgres(next: string): Promise<readonly Outcome[]> {
  const server = await startPostgres()
  const link = await openDatabaseLink(server.createDatabase())
  const installation = await startInstallation(2, {
    GATEHOUSE_DATABASE: link.url,
    GATEHOUSE_SECRETS: 'one-secret-that-all-of-these-gateways-have',
  })
  const faults: Readonly<Record<string, Fault>> = {
    'kill -9 of a worker': killWorker('second'),
    'kill -9 of the worker with the background work': killWorker('first'),
    'kill -9 of the gateway with the background work': endGateway('SIGKILL'),
    'SIGTERM to a gateway': endGateway('SIGTERM'),
    'PostgreSQL is started again': async () => {
      await server.restart()
      return now()
    },
    'the database is cut off for 10 s': async () => {
      link.cut()
      await delay(lastsMs)
      link.mend()
      return now()
    },
    'the disk of one gateway is full for 10 s': fillDisk,
    'both are replaced by the next version, which migrates': upgrade(next),
  }
  const outcomes: Outcome[] = []
  for (const [name, fault] of chosen(faults)) {
    // oxlint-disable-next-line no-await-in-loop -- one fault after the other
    outcomes.push(await play(name, installation, fault))
  }
  await installation.stop()
  link.close()
  await server.stop()
  return outcomes
}

async function onFiles(next: string): Promise<readonly Outcome[]> {
  const installation = await startInstallation(1, {})
  const faults: Readonly<Record<string, Fault>> = {
    'kill -9 of a worker': killWorker('second'),
    'kill -9 of the worker with the background work': killWorker('first'),
    'kill -9 of the gateway': endGateway('SIGKILL'),
    'SIGTERM to the gateway': endGateway('SIGTERM'),
    'the disk is full for 10 s': fillDisk,
    'it is replaced by the next version, which migrates': upgrade(next),
  }
  const outcomes: Outcome[] = []
  for (const [name, fault] of chosen(faults)) {
    // oxlint-disable-next-line no-await-in-loop -- one fault after the other
    outcomes.push(await play(name, installation, fault))
  }
  await installation.stop()
  return outcomes
}

const endings = 10

/** Asks `npm start` to end, again and again, with clients that never pause; the rows of a table. */
async function endRepeatedly(): Promise<string> {
  const rows = ['| workers | connections that are kept | forms answered | cut off |', '|---|---|---|---|']
  for (const workers of [1, 2]) {
    for (const kept of ['none', 'all'] as const) {
      const all = { answered: 0, cutOff: 0 }
      for (let run = 0; run < endings; run += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const { answered, cutOff } = await endNpmStart({ workers, kept })
        console.log(JSON.stringify({ name: 'SIGTERM to npm start', workers, kept, answered, cutOff }))
        all.answered += answered
        all.cutOff += cutOff
      }
      rows.push(`| ${workers} | ${kept} | ${all.answered} | ${all.cutOff} |`)
    }
  }
  return rows.join('\n')
}

function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    ({ name, acknowledged, lost, answers, failed, seconds }) =>
      `| ${name} | ${acknowledged} | ${lost} | ${answers} | ${failed.error} | ${failed.cut} | ${failed.refused} | ${seconds === undefined ? 'not within 15' : seconds.toFixed(1)} |`,
  )
  const head =
    '| fault | sign-ups acknowledged | of these lost | answers | answered with an error | cut off | refused, as nothing is ready | seconds until all is well |'
  return [head, '|---|---|---|---|---|---|---|---|', ...rows].join('\n')
}

const ended = values.only === undefined ? await endRepeatedly() : ''
if (values['only-npm-start']) process.exit(0)
const next = makeNextVersion()
const many = await onPostgres(next)
const one = await onFiles(next)
rmSync(next, { recursive: true })
const text = `# Faults

\`npm run faults -- --write\` measured this on ${new Date().toISOString().slice(0, 10)}, with ${cpus().length} processors for the load, the gateways and the database together: ${rates.signUps} sign-ups and ${rates.looks} looks at sessions a second, passwords hashed with ${hashMemory} (\`hashers.argon2.memory\`). A balancer asks each gateway every 200 ms whether it is ready, and asks the next one where a connection is refused. At 100 sign-ups and 1,000 looks (two cases) nothing was lost; the backlog took 12 and 15 seconds. On the processors of 2026-12-01, 20 sign-ups and 200 looks were too much while a gateway started beside them: nothing was lost, a killed worker took 14 seconds, both gateways took 18 to 28 seconds to be replaced, with 92 to 479 answers of 503.

- **Lost**: a session of an acknowledged sign-up that is not found afterwards.
- **Answered with an error**: 4xx or 5xx. While PostgreSQL is not reached it is 503, and a unit of work under way is undone ([health](../monitoring.md#health)); where the disk is full, 507.
- **Cut off**: sent, and not answered; nothing of it was acknowledged.
- **Refused**: not sent, as no gateway was ready.
- **Seconds** count from the fault, from its end where it lasts, or from the SIGTERM to the second gateway. A gateway that ends is started again after two seconds.

## Two gateways of two workers on PostgreSQL

${table(many)}

## SIGTERM under load

Eight clients send forms in two pieces, each the next one at once, until \`npm start\` refuses a connection, ${endings} times (\`-- --only-npm-start\`; @ending-2).

${ended}

## One gateway of two workers on SQLite

${table(one)}
`
console.log(text)
if (values.write && values.only === undefined)
  writeFileSync(new URL('docs/reference/faults.md', `file://${repositoryRoot}/`), text)
