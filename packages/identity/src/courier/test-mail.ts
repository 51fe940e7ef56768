import { randomUUID } from 'node:crypto'

import type { IdentityConfig } from '../configuration/config.ts'
import { createJsonnet } from '../jsonnet/jsonnet.ts'
import { reachOfServices } from '../outbound/reach.ts'
import { createHttpSender } from './http-sender.ts'
import type { OutboxMessage } from './message.ts'
import { classifyFault, deliverySteps, type DeliveryStep, type MessageSender } from './sender.ts'
import { createMailSender, smtpOptions } from './smtp.ts'

/** The result of one step of a test mail. */
export interface TriedStep {
  readonly step: DeliveryStep
  readonly outcome: 'done' | 'failed' | 'not_used' | 'not_reached'
  /** The reason of the failure. */
  readonly reason?: string
}

/** Sends one mail by the mail server, without the outbox. Nothing: no server is configured. */
export async function sendTestMail(
  { courier, outbound }: Pick<IdentityConfig, 'courier' | 'outbound'>,
  to: string,
): Promise<readonly TriedStep[] | undefined> {
  const reachOf = reachOfServices(outbound)
  const { channels, smtp } = courier
  if (channels.email !== undefined) {
    const sender = createHttpSender(channels.email, Date.now, reachOf, createJsonnet())
    const unused = channels.email.url.startsWith('https:') ? [] : (['tls'] as const)
    return stepsOf(await failureOf(() => sender.send(testMessage(to))), unused)
  }
  const sender = createMailSender(smtp, reachOf)
  if (sender === undefined || smtp.connectionUri === undefined) return undefined
  const { secure, requireTLS, auth } = smtpOptions(smtp.connectionUri.reveal())
  const unused = [...(secure || requireTLS === true ? [] : ['tls']), ...(auth === undefined ? ['sign_in'] : [])]
  try {
    const early = await failureOf(() => sender.verify())
    if (early !== undefined) return stepsOf(early, unused)
    const late = await failureOf(() => sender.send(testMessage(to)))
    return stepsOf(late && { ...late, step: 'accept' }, unused)
  } finally {
    sender.close()
  }
}

interface Failure {
  readonly step: DeliveryStep
  readonly reason: string
}

async function failureOf(work: () => ReturnType<MessageSender['send']>): Promise<Failure | undefined> {
  return work().then(
    () => undefined,
    (error: unknown) => ({
      step: classifyFault(error).step,
      reason: error instanceof Error ? error.message : String(error),
    }),
  )
}

function stepsOf(failure: Failure | undefined, unused: readonly string[]): readonly TriedStep[] {
  const failedAt = failure === undefined ? deliverySteps.length : deliverySteps.indexOf(failure.step)
  return deliverySteps.map((step, index): TriedStep => {
    if (index === failedAt && failure !== undefined) return { step, outcome: 'failed', reason: failure.reason }
    if (unused.includes(step)) return { step, outcome: 'not_used' }
    return { step, outcome: index < failedAt ? 'done' : 'not_reached' }
  })
}

function testMessage(recipient: string): OutboxMessage {
  const now = Date.now()
  return {
    id: randomUUID(),
    status: 'processing',
    type: 'email',
    channel: 'email',
    recipient,
    subject: 'Test mail',
    body: 'This mail was sent by “gatehouse mail test”. The mail server accepts mails of this installation.\n',
    html: '',
    templateData: {},
    templateType: 'test',
    sendCount: 0,
    dueAt: now,
    createdAt: now,
    updatedAt: now,
  }
}
