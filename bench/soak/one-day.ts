import { setTimeout as delay } from 'node:timers/promises'
import type { Scene } from './activities.ts'
import { backlog, settled, type Backlog } from './backlog.ts'
import { beyondBounds, countRows, type RowCounts } from './bounds.ts'
import type { ExpectedEvents } from './expected-events.ts'
import type { FaultPlan } from './faults.ts'
import type { Installation } from './installation.ts'
import { doAll, planDay, type Done } from './load.ts'
import type { Scrapes } from './metrics.ts'
import type { SoakOptions } from './options.ts'
import type { Day, Pace } from './result.ts'

/** The state of a soak's day. */
export interface Living {
  readonly installation: Installation
  readonly scene: Scene
  readonly scrapes: Scrapes
  readonly random: () => number
  readonly events: ExpectedEvents
  readonly state: { mailIsUp: boolean; receiverIsUp: boolean }
  readonly plan: FaultPlan
  readonly tables: readonly string[]
  readonly first: RowCounts
  readonly options: SoakOptions
}

/** How far the clock moves in one step. */
export const stepHours = 2
const steps = 24 / stepHours
const hourMs = 60 * 60_000
/** The longest wait until due mails and events have left, in real milliseconds. */
const settleMs = 3_000
/** Into how many a step is divided while mail is down: its retries have pauses of seconds to minutes. */
const finerSteps = 12 * stepHours
/** When in a step something is killed or started again, in real milliseconds after its begin. */
const midHourMs = 150
/** How long both workers may take until they are there again, in real milliseconds; a second or two is usual. */
const bothWorkMs = 120_000

/** Lives through one day, step by step; `start`: when it begins, in Unix milliseconds of the clock. */
export async function liveDay(living: Living, day: { readonly number: number; readonly start: number }): Promise<Day> {
  const { installation, scene, events, tables, first, random, options } = living
  const { books, clock } = installation
  const seen: Done = { done: new Map(), cut: 0, leftOut: 0, wrong: [] }
  const faults: string[] = []
  const most = { log: 0, mails: 0, events: 0, loop: 0 }
  if (living.state.mailIsUp) await emptied(installation)
  for (const [step, names] of planDay(options.people, steps, random).entries()) {
    // oxlint-disable no-await-in-loop -- one step after the other
    const hour = step * stepHours
    const moment = { day: day.number, hour }
    await turnOff(living, moment, faults)
    const until = performance.now() + (options.minutes * 60_000) / (options.days * steps)
    const cutBefore = seen.cut
    const [wasHurt] = await Promise.all([
      hurt(living, moment, faults),
      doAll(scene, isMailDown(living.plan, moment) ? [...names, 'recover by code', 'recover by code'] : names, {
        random,
        until,
        seen,
      }),
    ])
    if (!wasHurt && seen.cut > cutBefore) seen.wrong.push(`hour ${hour}: ${seen.cut - cutBefore} answers did not come`)
    if (wasHurt) await bothWork(installation)
    const waiting = await passTo(living, day.start + (hour + stepHours) * hourMs)
    const samples = await living.scrapes.scrape(scene.adminOrigin, clock.now())
    most.log = Math.max(most.log, (await books.bytes()).log)
    most.mails = Math.max(most.mails, waiting.mails)
    most.events = Math.max(most.events, waiting.events)
    most.loop = Math.max(most.loop, (samples.get('nodejs_eventloop_lag_max_seconds') ?? 0) * 1_000)
    await events.collect()
    // oxlint-enable no-await-in-loop
  }
  const bound = { tables, first, people: scene.people, now: clock.now() }
  return {
    number: day.number + 1,
    faults,
    memory: installation.memory(),
    databaseBytes: (await books.bytes()).database,
    logBytes: most.log,
    mailsWaiting: most.mails,
    eventsWaiting: most.events,
    loopDelayMs: most.loop,
    paces: Object.fromEntries([...scene.calls.takeTimes()].map(([kind, times]) => [kind, paceOf(times)])),
    rows: await countRows(books, tables),
    beyondBounds: await beyondBounds(books, bound),
    done: Object.fromEntries(seen.done),
    leftOut: seen.leftOut,
    cut: seen.cut,
    wrong: seen.wrong,
  }
}

interface Moment {
  readonly day: number
  readonly hour: number
}

/** Empties the mail server, which begins the day without earlier mails. */
async function emptied({ mail }: Installation): Promise<void> {
  await mail.goDown()
  await mail.comeBack()
}

function isMailDown({ mailDown }: FaultPlan, { day, hour }: Moment): boolean {
  return day === mailDown.day && hour >= mailDown.hours[0] && hour < mailDown.hours[1]
}

/** Brings everything that is down back up after the last day. */
export async function allUp({ installation, state }: Living): Promise<void> {
  if (!state.mailIsUp) await installation.mail.comeBack()
  if (!state.receiverIsUp) await installation.receiver.comeBack()
  Object.assign(state, { mailIsUp: true, receiverIsUp: true })
}

/** Ends the receiver of mails or of events, or brings it back. */
async function turnOff(living: Living, { day, hour }: Moment, faults: string[]): Promise<void> {
  const { installation, state, plan } = living
  const { mailDown, receiverDown } = plan
  const isMailUp = !isMailDown(plan, { day, hour })
  const isReceiverUp = day !== receiverDown.day
  if (state.mailIsUp !== isMailUp) {
    state.mailIsUp = isMailUp
    await (isMailUp ? installation.mail.comeBack() : installation.mail.goDown())
    if (!isMailUp) faults.push(`mail is down for ${mailDown.hours[1] - mailDown.hours[0]} hours`)
  }
  if (state.receiverIsUp !== isReceiverUp) {
    state.receiverIsUp = isReceiverUp
    await (isReceiverUp ? installation.receiver.comeBack() : installation.receiver.goDown())
    if (!isReceiverUp) faults.push('the receiver of events is down')
  }
}

/** Kills a worker, or starts the whole of it again, in the middle of the load; whether anything of that happened. */
async function hurt({ installation, plan }: Living, { day, hour }: Moment, faults: string[]): Promise<boolean> {
  const kill = plan.kills.find((one) => one.day === day && one.hour === hour)
  const isRestart = plan.restart.day === day && plan.restart.hour === hour
  if (kill === undefined && !isRestart) return false
  await delay(midHourMs)
  if (kill !== undefined) {
    faults.push(`kill -9 of the ${kill.worker} worker`)
    installation.killWorker(kill.worker)
  }
  if (isRestart) {
    faults.push('restart')
    await installation.restart()
  }
  return true
}

/** Waits for both workers, and for their admin API; throws their logs if they do not start. */
async function bothWork({ memory, adminOrigin, logs }: Installation): Promise<void> {
  const until = performance.now() + bothWorkMs
  const answers = () =>
    fetch(`${adminOrigin}/health/ready`, { signal: AbortSignal.timeout(10_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  // oxlint-disable-next-line no-await-in-loop -- one look after the other
  while (Object.values(memory()).includes(0) || !(await answers())) {
    if (performance.now() > until)
      throw new Error(`two workers are not there ${bothWorkMs / 1_000} s after a fault:\n${logs()}`)
    // oxlint-disable-next-line no-await-in-loop -- likewise
    await delay(50)
  }
}

/** Lets due mails and events leave, and moves the clock to a moment; returns the largest backlog meanwhile. */
async function passTo({ installation, state, scrapes }: Living, moment: number): Promise<Backlog> {
  const { books, clock, adminOrigin } = installation
  const can = { events: state.receiverIsUp, now: clock.now }
  const most = { mails: 0, events: 0 }
  const look = async (): Promise<void> => {
    await settled(books, can, settleMs)
    const { mails, events } = await backlog(books)
    Object.assign(most, { mails: Math.max(most.mails, mails), events: Math.max(most.events, events) })
  }
  for (let left = state.mailIsUp ? 1 : finerSteps; left > 0; left -= 1) {
    // oxlint-disable no-await-in-loop -- one step after the other
    await look()
    if (!state.mailIsUp) await scrapes.scrape(adminOrigin, clock.now())
    await clock.jump(Math.max(0, (moment - clock.now()) / left))
    // Due background work begins at once, and takes some milliseconds.
    await delay(10)
    // oxlint-enable no-await-in-loop
  }
  await look()
  return most
}

function paceOf(times: readonly number[]): Pace {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99) }
}
