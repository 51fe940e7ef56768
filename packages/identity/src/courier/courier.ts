import { randomUUID } from 'node:crypto'

import type { Clock } from '../clock.ts'
import type { IdentityConfig } from '../configuration/config.ts'
import type { Courier, OutboxMessage } from './message.ts'
import { createMailSender } from './smtp.ts'
import type { OutboxStore } from './store.ts'
import { renderMessage } from './templates.ts'
import { createCourierWorker } from './worker.ts'
import type { CourierWorker } from './worker.ts'

/** The outbox and the worker that empties it. */
export interface CourierService extends Courier, Omit<CourierWorker, 'wake'> {}

export function createCourier(deps: {
  readonly config: Pick<IdentityConfig, 'courier' | 'dev'>
  readonly outbox: OutboxStore
  readonly clock: Clock
  readonly warn: (text: string) => void
}): CourierService {
  const { config, outbox, clock, warn } = deps
  const sender = createMailSender(config.courier.smtp)
  const worker =
    sender && createCourierWorker({ ...deps, sender, retries: config.courier.messageRetries, keepBodies: config.dev })
  const carried: Readonly<Record<OutboxMessage['type'], boolean>> = { email: worker !== undefined, phone: false }

  return {
    enqueue: (message) => {
      const now = clock()
      // Without a carrier the developer's inbox is the recipient.
      const received = config.dev && !carried[message.type]
      if (!carried[message.type] && !received) warn(missingCarrier[message.type])
      outbox.insert({
        id: randomUUID(),
        status: received ? 'sent' : 'queued',
        type: message.type,
        channel: message.type === 'email' ? 'email' : 'sms',
        recipient: message.recipient,
        ...renderMessage(message),
        templateType: message.template,
        sendCount: received ? 1 : 0,
        dueAt: now,
        createdAt: now,
        updatedAt: now,
      })
      worker?.wake()
    },
    start: () => {
      if (!worker && !config.dev) warn(missingCarrier.email)
      worker?.start()
    },
    idle: async () => worker?.idle(),
    stop: async () => worker?.stop(),
  }
}

const missingCarrier: Readonly<Record<OutboxMessage['type'], string>> = {
  email: 'courier.smtp.connection_uri is missing: mail waits in the outbox and nobody gets their code',
  phone: 'text messages cannot be sent: they wait in the outbox and nobody gets their code',
}
