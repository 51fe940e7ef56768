import type { FormTurn, SentForms } from '@gatehouse/account/sent-forms'
import { isFenced } from '../cluster/lease.ts'
import type { MetricsSnapshot } from '../metrics/metrics.ts'
import { type FromWorker, type ToWorker, roleArgument } from './messages.ts'
import {
  UnpublishedChangeError,
  type CountedBy,
  type Follower,
  type Leader,
  type ProjectChange,
  type WorkerRole,
} from '../cluster/role.ts'

/** The interval at which a leader checks that it still leads, in milliseconds. */
const leaseCheckMs = 250

/** The exit code of a process whose gateway's heartbeat expired. */
export const heartbeatExpiredCode = 75

/** Returns the role that the primary assigned to this process; undefined: there is no primary. */
export async function joinWorkers(): Promise<WorkerRole | undefined> {
  const asked = (['leader', 'follower'] as const).find((kind) => process.argv.includes(roleArgument(kind)))
  if (asked === undefined || process.send === undefined) return undefined
  // Without a primary it would miss changes.
  process.on('disconnect', () => process.exit(1))
  return asked === 'leader' ? leader() : follower()
}

const serves = () => send({ kind: 'serves' })

function send(message: FromWorker): void {
  process.send?.(message)
}

function onMessage(listener: (message: ToWorker) => void): void {
  process.on('message', listener)
}

function leader(): Promise<Leader> {
  const relays = createQuestions<string | undefined>()
  const metrics = createQuestions<readonly MetricsSnapshot[]>()
  let heartbeatAt: number | undefined
  const relay: Leader['relay'] = async (changes) => {
    const fault = await relays.ask((id) => send({ kind: 'relay', id, changes }))
    if (fault !== undefined) throw new UnpublishedChangeError(fault)
  }
  const metricsOfOthers: Leader['metricsOfOthers'] = (snapshot) =>
    metrics.ask((id) => send({ kind: 'metrics wanted', id, snapshot }))
  // Another gateway may lead by now; a suspended primary cannot report that.
  const exitIfFenced = () => isFenced(heartbeatAt) && process.exit(heartbeatExpiredCode)
  // A busy process may have unread heartbeat messages: they are delivered before the callback of setImmediate.
  setInterval(() => isFenced(heartbeatAt) && setImmediate(exitIfFenced), leaseCheckMs).unref()
  return new Promise((resolve) => {
    onMessage((message) => {
      if (message.kind === 'relayed') relays.answer(message.id, message.fault)
      if (message.kind === 'metrics heard') metrics.answer(message.id, message.snapshots)
      if (message.kind === 'heartbeat') {
        heartbeatAt = message.at
        send({ kind: 'alive' })
      }
      if (message.kind === 'lease') {
        const { lease } = message
        resolve({
          kind: 'leader',
          sentForms: sentForms(),
          isShared: true,
          lease,
          relay,
          metricsOfOthers,
          countedBy,
          serves,
        })
      }
    })
  })
}

function follower(): Promise<Follower> {
  const registered = Promise.withResolvers<(change: ProjectChange) => Promise<void>>()
  const awaited = Promise.withResolvers<void>()
  let heartbeatAt: number | undefined
  let changes = 0
  let queue: Promise<void> = Promise.resolve()
  const take = async ({ id, change }: Extract<ToWorker, { kind: 'change' }>) => {
    const apply = await registered.promise
    await apply(change)
    changes -= 1
    send({ kind: 'applied', id })
  }
  const enqueue = (work: () => Promise<void> | void) => void (queue = queue.then(work))
  const onChange: Follower['onChange'] = async (apply) => {
    registered.resolve(apply)
    send({ kind: 'follows' })
    await awaited.promise
    await queue
  }
  return new Promise((resolve) => {
    onMessage((message) => {
      if (message.kind === 'change') {
        changes += 1
        enqueue(() => take(message))
      }
      // A heartbeat counts once the changes before it are applied.
      if (message.kind === 'heartbeat') {
        if (changes === 0) heartbeatAt = message.at
        else enqueue(() => void (heartbeatAt = message.at))
      }
      if (message.kind === 'awaited') awaited.resolve()
      if (message.kind === 'projects') {
        const { projects } = message
        resolve({
          kind: 'follower',
          sentForms: sentForms(),
          isShared: true,
          isFenced: () => isFenced(heartbeatAt),
          countedBy,
          projects,
          onChange,
          serves,
        })
      }
    })
    send({ kind: 'join' })
  })
}

const countedBy: CountedBy = (snapshot) =>
  onMessage((message) => {
    if (message.kind !== 'metrics asked') return
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
  const questions = createQuestions<FormTurn>()
  onMessage((message) => {
    if (message.kind === 'form turn') questions.answer(message.id, message.turn)
  })
  return {
    begin: (sent) => questions.ask((id) => send({ kind: 'form begins', id, sent })),
    end: (turn, answer) => send({ kind: 'form ends', turn, answer }),
  }
}

/** Creates the pending questions to the primary. */
function createQuestions<Answer>() {
  const waiting = new Map<number, (answer: Answer) => void>()
  let last = 0
  return {
    ask: (send: (id: number) => void) =>
      new Promise<Answer>((resolve) => {
        const id = (last += 1)
        waiting.set(id, resolve)
        send(id)
      }),
    answer: (id: number, answer: Answer) => {
      waiting.get(id)?.(answer)
      waiting.delete(id)
    },
  }
}
