import { spokenLanguages, translator } from '@gatehouse/i18n/catalogues'
import type { LanguageCode } from '@gatehouse/i18n/languages'
import { currentTrace, storedTrace } from '@gatehouse/platform/log'
import { createOrderedIds } from '@gatehouse/platform/secrets'
import type { Clock, DeliveryResult } from '@gatehouse/platform/work'
import type { IdentityConfig } from '../configuration/config.ts'
import type { EvaluateJsonnet } from '../jsonnet/jsonnet.ts'
import { reachOfServices } from '../outbound/reach.ts'
import { createHttpSender } from './http-sender.ts'
import { plainMessageBrand, type MessageBrand } from './brand.ts'
import { messageLanguage } from './language.ts'
import type { Courier, OutboxMessage, OutgoingMessage } from './message.ts'
import type { OutageLog, OutageStore } from './outages.ts'
import { createOwnTemplates } from './own-templates.ts'
import type { ExecuteTemplates } from './execute-templates.ts'
import { DeliveryFault, type MessageSender } from './sender.ts'
import { createMailSender } from './smtp.ts'
import type { OutboxStore } from './outbox-store.ts'
import { isUsable } from './mail-text-faults.ts'
import { templateData } from './template-data.ts'
import { renderMessage, type RenderedMessage } from './render.ts'
import { writeMail } from './written-mail.ts'
import { firstWaitMs } from './deliver.ts'
import { createCourierWorker, type CourierWorker, type WorkerDeps } from './worker.ts'

/** The outbox and the worker that empties it. */
export interface CourierService extends Courier, CourierWorker {
  /** True if mail reaches its recipient: by a mail server, or, in development mode, by the inbox. */
  readonly carriesMail: boolean
  /** Returns a message as it would be sent. */
  render(message: OutgoingMessage): Promise<RenderedMessage>
}

/** The dependencies of the courier. */
interface CourierDeps {
  readonly config: Pick<IdentityConfig, 'courier' | 'dev' | 'outbound' | 'publicBaseUrl'>
  readonly outbox: OutboxStore
  readonly clock: Clock
  readonly outages: OutageStore
  readonly log: OutageLog
  readonly evaluateJsonnet: EvaluateJsonnet
  readonly executeTemplates: ExecuteTemplates
  /** Checks that the code or the link of a message has expired: the message is then not sent any more. */
  readonly hasRunOut: WorkerDeps['hasRunOut']
  readonly failsToSend?: (() => boolean) | undefined
  /** Returns the language of the request being answered, if it names one. Default: none does. */
  readonly requestLanguage?: (() => LanguageCode | undefined) | undefined
  /** Returns the brand for each message, as it may change. Default: no name, and our colours. */
  readonly brand?: (() => MessageBrand) | undefined
  /** Receives the result of every attempt to send a message. */
  readonly onAttempt?: ((result: DeliveryResult) => void) | undefined
}

/** Creates the courier: messages become rows of the outbox, in the transaction that causes them. */
export function createCourier(deps: CourierDeps): CourierService {
  const { config, outbox, clock, log, failsToSend = () => false } = deps
  const { requestLanguage = () => undefined, brand = () => plainMessageBrand } = deps
  const nextId = createOrderedIds()
  const { publicBaseUrl, courier } = config
  const senders = createSenders(deps)
  const ownTemplates = createOwnTemplates(courier.templates, deps.executeTemplates, log)
  // One template needs this for every message: the stored row must not reveal the kind of its message.
  const asksForData = (type: OutboxMessage['type']): boolean =>
    ownTemplates.areThere || courier.channels[type === 'email' ? 'email' : 'sms'] !== undefined
  const worker = createCourierWorker({
    ...deps,
    senders: withFailures(senders, config.dev, failsToSend),
    retries: courier.messageRetries,
    keepBodies: config.dev,
    inOwnWords: (message) => ownTemplates.inOwnWords(message),
  })

  /**
   * Renders a message with the built-in texts, or with those of one language, which precede those of the configuration.
   */
  function write(message: OutgoingMessage): RenderedMessage & Pick<OutboxMessage, 'usesTemplates'> {
    const look = message.look ?? brand()
    const language = messageLanguage(message.about, requestLanguage(), spokenLanguages())
    const spoken = translator(language, look.texts)
    const own = message.type === 'email' ? look.mails?.[message.template]?.[language] : undefined
    if (own !== undefined && isUsable(message.template, own)) return writeMail(message, spoken, look, own)
    const usesTemplates = ownTemplates.has(message.type, message.template) || undefined
    return { ...renderMessage(message, spoken, look), usesTemplates }
  }

  return {
    render: (message) =>
      ownTemplates.inOwnWords({
        ...write(message),
        type: message.type,
        templateType: message.template,
        templateData: templateData(message, publicBaseUrl),
      }),
    carriesMail: senders.has('email') || config.dev,
    enqueue: async (message, allowance) => {
      allowance.spend(message.recipient)
      const now = clock()
      const carried = senders.has(message.type)
      // Without a carrier the developer's inbox is the recipient.
      const isInbox = config.dev && !carried
      const failed = isInbox && failsToSend()
      const written = write(message)
      // Templates are executed by the worker: they may take long.
      const received = isInbox && !failed && written.usesTemplates === undefined
      if (!carried && !config.dev) log.warn({}, missingCarrier[message.type])
      const row: OutboxMessage = {
        id: nextId(now),
        status: received ? 'sent' : 'queued',
        type: message.type,
        channel: message.type === 'email' ? 'email' : 'sms',
        recipient: message.recipient,
        ...written,
        templateData: asksForData(message.type) ? templateData(message, publicBaseUrl) : {},
        templateType: message.template,
        sendCount: received || failed ? 1 : 0,
        dueAt: failed ? now + firstWaitMs : now,
        createdAt: now,
        updatedAt: now,
        trace: storedTrace(currentTrace()) ?? undefined,
      }
      if (message.isWithheld === true) await outbox.withhold(row)
      else await outbox.insert(row)
      worker.wake()
    },
    wake: worker.wake,
    hurry: worker.hurry,
    start: () => {
      if (!senders.has('email') && !config.dev) log.warn({}, missingCarrier.email)
      worker.start()
    },
    idle: () => worker.idle(),
    stop: () => worker.stop(),
  }
}

/** Creates the senders of a configuration: a mail server, or services that are called over HTTP. */
function createSenders({
  config,
  clock,
  evaluateJsonnet,
}: CourierDeps): ReadonlyMap<OutboxMessage['type'], MessageSender> {
  const { smtp, channels } = config.courier
  const reachOf = reachOfServices(config.outbound)
  const email = channels.email
    ? createHttpSender(channels.email, clock, reachOf, evaluateJsonnet)
    : createMailSender(smtp, reachOf)
  const phone = channels.sms && createHttpSender(channels.sms, clock, reachOf, evaluateJsonnet)
  return new Map([...(email ? [['email', email] as const] : []), ...(phone ? [['phone', phone] as const] : [])])
}

/** Returns the senders, and in development mode the inbox; each of them can be made to fail. */
function withFailures(
  senders: ReadonlyMap<OutboxMessage['type'], MessageSender>,
  dev: boolean,
  failsToSend: () => boolean,
): ReadonlyMap<OutboxMessage['type'], MessageSender> {
  // Messages that failed to reach the developer's inbox at first get there later.
  const inbox: MessageSender = { send: async () => {}, close: () => {} }
  const carriers = new Map([
    ...(dev
      ? ([
          ['email', inbox],
          ['phone', inbox],
        ] as const)
      : []),
    ...senders,
  ])
  return new Map([...carriers].map(([type, sender]) => [type, failing(sender, failsToSend)]))
}

function failing(sender: MessageSender, fails: () => boolean): MessageSender {
  return {
    send: async (message) => {
      if (fails()) throw new DeliveryFault('the mail server did not answer')
      await sender.send(message)
    },
    close: () => sender.close(),
  }
}

const missingCarrier: Readonly<Record<OutboxMessage['type'], string>> = {
  email: 'courier.smtp.connection_uri is missing: mail waits in the outbox, and no code arrives',
  phone: 'text messages cannot be sent without a courier channel "sms": they wait, and no code arrives',
}
