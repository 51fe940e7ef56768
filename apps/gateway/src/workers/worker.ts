import type { FormTurn, SentForms } from '@gatehouse/account/sent-forms'
import type { Log } from '@gatehouse/platform/log'
import { isFenced } from '../cluster/lease.ts'
import type { WorkerRole } from '../cluster/role.ts'
import type { MetricsSnapshot } from '../metrics/metrics.ts'
import { workerStart, type FromWorker, type ToWorker } from './messages.ts'

/** The interval at which a process with background work checks that it may go on, in milliseconds. */
const fenceCheckMs = 250

/** Returns the role that the primary assigned to this process; undefined: there is no primary. */
export function joinWorkers(log: Log): WorkerRole | undefined {
  const start = workerStart(process.argv)
  if (start === undefined || process.send === undefined) return undefined
  // Without a primary it would miss changes.
  process.on('disconnect', () => process.exit(1))
  const applied = createPendingRequests<string | undefined>()
  const metrics = createPendingRequests<readonly MetricsSnapshot[]>()
  const { promise: background, resolve: register } = Promise.withResolvers<(ownsBackground: boolean) => void>()
  const applier = createChangeApplier(start.isInCluster, log)
  let ownsBackground = false
  let isRunning = false
  // Another gateway may do the background work once this one is fenced; a suspended primary cannot report that.
  const update = (change: (ownsBackground: boolean) => void) => {
    const next = ownsBackground && !applier.isFenced()
    if (next !== isRunning) change(next)
    isRunning = next
  }
  // A busy process may have unread heartbeat messages: they are delivered before the callback of setImmediate.
  setInterval(() => ownsBackground && setImmediate(() => void background.then(update)), fenceCheckMs).unref()
  onMessage((message) => {
    if (message.kind === 'catch up') applier.requestCatchUp()
    if (message.kind === 'heartbeat') applier.requestCatchUp(message.at)
    if (message.kind === 'applied') applied.answer(message.id, message.fault)
    if (message.kind === 'metrics of others') metrics.answer(message.id, message.snapshots)
    if (message.kind === 'background') {
      ownsBackground = message.ownsBackground
      void background.then(update)
    }
  })
  return {
    isFirst: start.isFirst,
    isShared: true,
    sentForms: sentForms(),
    isFenced: applier.isFenced,
    awaitApplied: async (number) => {
      const fault = await applied.ask((id) => send({ kind: 'await applied', id, number }))
      if (fault !== undefined) throw new Error(`a stored change may be missing at other gateways: ${fault}`)
    },
    onChanges: applier.subscribe,
    onBackground: register,
    metricsOfOthers: (snapshot) => metrics.ask((id) => send({ kind: 'metrics of others requested', id, snapshot })),
    onMetricsRequest,
    reportReady: () => send({ kind: 'ready' }),
  }
}

function send(message: FromWorker): void {
  process.send?.(message)
}

function onMessage(listener: (message: ToWorker) => void): void {
  process.on('message', listener)
}

/** Applies changes whenever the primary asks for it, one time after the other. Heartbeats keep it from being fenced. */
function createChangeApplier(isInCluster: boolean, log: Log) {
  const registered = Promise.withResolvers<() => Promise<number>>()
  const caughtUp = Promise.withResolvers<void>()
  let heartbeatAt = isInCluster ? -Infinity : undefined
  let pending: { readonly at: number | undefined } | undefined
  let isRunning = false
  let problem: string | undefined

  async function catchUp(at: number | undefined): Promise<void> {
    const work = await registered.promise
    try {
      const number = await work()
      // A heartbeat counts once every change before it is applied.
      if (at !== undefined) heartbeatAt = at
      send({ kind: 'caught up', number })
      problem = undefined
      if (!isFenced(heartbeatAt)) caughtUp.resolve()
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      if (text !== problem) log.error({ err: error }, 'the changes of projects cannot be applied')
      problem = text
      send({ kind: 'caught up', number: undefined })
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (pending !== undefined) {
      const { at } = pending
      pending = undefined
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await catchUp(at)
    }
    isRunning = false
  }

  return {
    isFenced: () => isFenced(heartbeatAt),
    requestCatchUp: (at?: number) => {
      pending = { at: at ?? pending?.at }
      void run()
    },
    subscribe: (work: () => Promise<number>): Promise<void> => {
      registered.resolve(work)
      send({ kind: 'subscribes' })
      return caughtUp.promise
    },
  }
}

const onMetricsRequest: WorkerRole['onMetricsRequest'] = (snapshot) =>
  onMessage((message) => {
    if (message.kind !== 'metrics requested') return
    void snapshot().then((own) => send({ kind: 'metrics', id: message.id, snapshot: own }))
  })

/** Runs `work` whenever the primary asks this worker to read its files again. */
export function reloadOnMessage(work: () => void): void {
  onMessage((message) => {
    if (message.kind === 'reload') work()
  })
}

/** The forms that were sent to any of the workers: the primary knows them. */
function sentForms(): SentForms {
  const requests = createPendingRequests<FormTurn>()
  onMessage((message) => {
    if (message.kind === 'form turn') requests.answer(message.id, message.turn)
  })
  return {
    begin: (sent) => requests.ask((id) => send({ kind: 'form begins', id, sent })),
    end: (turn, answer) => send({ kind: 'form ends', turn, answer }),
  }
}

/** Matches the replies of the primary with the requests that wait for them. */
function createPendingRequests<Answer>() {
  const waiting = new Map<number, (answer: Answer) => void>()
  let lastId = 0
  return {
    ask: (send: (id: number) => void) =>
      new Promise<Answer>((resolve) => {
        const id = (lastId += 1)
        waiting.set(id, resolve)
        send(id)
      }),
    answer: (id: number, answer: Answer) => {
      waiting.get(id)?.(answer)
      waiting.delete(id)
    },
  }
}
