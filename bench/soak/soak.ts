import { cpus, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { activities, type ActivityName, type Scene } from './activities.ts'
import { backlog, settled, type Backlog } from './backlog.ts'
import { beyondBounds, countRows, keptTexts, tablesOf, type Excess } from './bounds.ts'
import { createCalls } from './calls.ts'
import { collectEvents } from './expected-events.ts'
import { planFaults } from './faults.ts'
import { importPeople } from './import-people.ts'
import { startInstallation, type Program } from './installation.ts'
import { createScrapes } from './metrics.ts'
import { allUp, liveDay } from './one-day.ts'
import type { SoakOptions } from './options.ts'
import type { People } from './people.ts'
import { createRandom } from './random.ts'
import type { Day, SoakResult } from './result.ts'
import { hashMemoryKiB, sessionHours } from './soak-config.ts'
import { receiverName } from './surroundings/named-receiver.ts'
import { verifyAll } from './verify.ts'

/** A soak, and the samples that Prometheus would have scraped. */
export interface Soaked {
  readonly result: SoakResult
  readonly metrics: string
}

/** Days without any visitor: everything that has its time is gone after them. */
const quietDays = 45
/** How many of them pass at once. */
const quietStep = 5
/** The longest pause between two clean-ups, in milliseconds of the clock. */
const cleanUpMs = 60 * 60_000
const dayMs = 86_400_000
/** How long everything may take to leave in the end, in hours of the clock and real milliseconds. */
const lastHours = 8
const lastMs = 60_000

/** Runs so many days with all people, and checks the data that is left. `say` gets a line for each day. */
export async function soak(
  options: SoakOptions,
  say: (text: string) => void,
  program: Program = 'built',
): Promise<Soaked> {
  const begun = performance.now()
  const installation = await startInstallation(options, program)
  const { books, clock, mail, receiver, adminOrigin } = installation
  try {
    const people: People = {
      all: await importPeople(adminOrigin, options.people),
      asked: options.people,
      operatorCalls: 0,
      ended: [],
    }
    const tables = await tablesOf(books)
    const first = await countRows(books, tables)
    await openStream(installation)
    const events = await collectEvents(books)
    let number = options.people
    const state = { mailIsUp: true, receiverIsUp: true }
    const scene: Scene = {
      calls: createCalls(installation.origin),
      now: clock.now,
      people,
      mail,
      mailIsUp: () => state.mailIsUp,
      adminOrigin,
      nextNumber: () => (number += 1),
    }
    const scrapes = createScrapes()
    const random = createRandom()
    const live = {
      installation,
      scene,
      scrapes,
      random,
      events,
      state,
      plan: planFaults(options),
      tables,
      first,
      options,
    }
    const start = clock.now()
    const days: Day[] = []
    for (let day = 0; day < options.days; day += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one day after the other
      days.push(await liveDay(live, { number: day, start: start + day * dayMs }))
      say(`day ${day + 1} of ${options.days}: ${summary(days.at(-1))}`)
    }
    await allUp(live)
    const waiting = await sendAll(live)
    const checks = await verifyAll(scene)
    await settled(books, { events: true, now: clock.now }, lastMs)
    await events.collect()
    const [dead] = await books.rows(
      `SELECT count(*) AS total FROM gatehouse_control.event_deliveries WHERE state = 'dead'`,
    )
    const mails = await mailCounts(installation)
    const delivered = events.compare(receiver.received)
    const left =
      waiting.mails + waiting.events === 0 ? [] : [`${waiting.mails} mails and ${waiting.events} events still wait`]
    const quiet = await beQuiet(live)
    const [, , load = 0] = loadavg()
    return {
      metrics: scrapes.file(),
      result: {
        takenOn: new Date().toISOString().slice(0, 10),
        machine: { processors: cpus().length, model: cpus()[0]?.model ?? 'unknown', load },
        options: { days: options.days, people: options.people, minutes: options.minutes, database: options.database },
        ofThousand: ofThousand(),
        kept: keptTexts(),
        hashMiB: hashMemoryKiB / 1_024,
        sessionHours,
        realMinutes: (performance.now() - begun) / 60_000,
        days,
        checks: [...checks, ...delivered.checks, { what: 'what has to leave', looked: 1, wrong: left }],
        stream: { events: delivered.events, repeated: delivered.repeated, dead: Number(dead?.['total']) },
        mails,
        quiet,
      },
    }
  } catch (error) {
    say(installation.logs().slice(-4_000))
    throw error
  } finally {
    await installation.stop()
  }
}

function ofThousand(): SoakResult['ofThousand'] {
  const rows = Object.entries(activities).map(([name, row]) => [name, row.ofThousand] as const)
  return Object.fromEntries(rows) as Record<ActivityName, number>
}

/**
 * Lets some hours pass until everything has left that had to wait for another attempt; returns the remaining backlog.
 */
async function sendAll({ installation: { books, clock } }: Living): Promise<Backlog> {
  for (let hour = 0; hour < lastHours; hour += 1) {
    // oxlint-disable no-await-in-loop -- one hour after the other
    await clock.jump(dayMs / 24)
    const isSettled = await settled(books, { events: true, now: clock.now }, lastMs / lastHours)
    const waiting = await backlog(books)
    if (isSettled && waiting.mails + waiting.events === 0) return waiting
    // oxlint-enable no-await-in-loop
  }
  return backlog(books)
}

type Living = Parameters<typeof liveDay>[0]

/** Lets days without any activity pass, in which only the clean-up works. */
async function beQuiet({ installation, scene, tables, first }: Living): Promise<SoakResult['quiet']> {
  const { books, clock } = installation
  const all = { events: true, now: clock.now }
  for (let day = 0; day < quietDays; day += quietStep) {
    // oxlint-disable no-await-in-loop -- one day after the other
    await clock.jump(quietStep * dayMs)
    await delay(50)
    await settled(books, all, lastMs)
    // oxlint-enable no-await-in-loop
  }
  // A jump that comes during a clean-up begins no other one, so some of its pauses follow until nothing is beyond its
  // bound, or no row has left for ten seconds.
  const bound = { tables, first, people: scene.people }
  let excess = await beyondBounds(books, { ...bound, now: clock.now() })
  for (let idle = 0; idle < 100 && excess.length > 0;) {
    // oxlint-disable no-await-in-loop -- one look after the other
    await clock.jump(cleanUpMs)
    await delay(100)
    const next = await beyondBounds(books, { ...bound, now: clock.now() })
    // oxlint-enable no-await-in-loop
    idle = rowsOf(next) < rowsOf(excess) ? 0 : idle + 1
    excess = next
  }
  return { days: quietDays, rows: await countRows(books, tables), beyondBounds: excess }
}

function rowsOf(excess: readonly Excess[]): number {
  return excess.reduce((sum, { rows }) => sum + rows, 0)
}

async function openStream({ control, receiver, clock }: Living['installation']): Promise<void> {
  const [project] = (await control('GET', '/projects')) as readonly { readonly id: string }[]
  const streams = `/projects/${project?.id}/eventstreams`
  // Paused until the receiver knows the secret.
  const destination = { type: 'https', status: 'paused', https_endpoint: `https://${receiverName}/in` }
  const { id } = (await control('POST', streams, destination)) as { readonly id: string }
  const { secret } = (await control('GET', `${streams}/${id}/secret`)) as { readonly secret: string }
  receiver.expectSigned(secret, clock.now)
  await control('POST', `${streams}/${id}/resume`, {})
}

async function mailCounts({ books }: Living['installation']): Promise<SoakResult['mails']> {
  const rows = await books.rows(
    `SELECT status, count(*) AS total FROM gatehouse_identity.courier_messages GROUP BY status`,
  )
  const of = (status: string) => Number(rows.find((row) => row['status'] === status)?.['total'] ?? 0)
  return { sent: of('sent'), abandoned: of('abandoned') }
}

function summary(day: Day | undefined): string {
  if (day === undefined) return ''
  const { memory, databaseBytes, mailsWaiting, eventsWaiting, leftOut, cut, wrong, faults, beyondBounds: excess } = day
  const answers = Object.values(day.paces).reduce((sum, { count }) => sum + count, 0)
  const mib = Object.values(memory).map((one) => one.toFixed(0))
  return `${answers} answers, ${mib.join(' + ')} MiB, database ${(databaseBytes / 2 ** 20).toFixed(1)} MiB, waiting ${mailsWaiting} mails ${eventsWaiting} events, left out ${leftOut}, cut ${cut}, wrong ${wrong.length}, beyond ${JSON.stringify(excess)} ${faults.join(', ')} ${wrong[0] ?? ''}`
}
