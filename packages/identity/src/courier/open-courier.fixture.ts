import type { Database } from '@gatehouse/platform/database'
import { Secret } from '@gatehouse/platform/secrets'

import type { HttpCallConfig } from '../configuration/config.ts'
import { createSeals } from '../credentials/sealed.ts'
import { createTemplates } from './execute-templates.ts'
import { createJsonnet } from '../jsonnet/jsonnet.ts'
import { createOutageStore } from '../sql/outage-store.ts'
import { backgroundRecording } from '../sql/secret-rotation.ts'
import { createOutboxStore } from '../sql/outbox-store.ts'
import { openTested } from '../sql/tested-database.fixture.ts'
import { createCourier } from './courier.ts'
import { hasRunOut } from './resend.ts'
import { createWaitingMessages } from './outages.ts'

/** A message with a code. */
export const login = {
  type: 'email',
  recipient: 'ada@example.org',
  template: 'login_code_valid',
  data: { code: '123456', minutes: 60 },
  about: { requestUrl: '', transientPayload: {}, person: undefined },
} as const

/** Opens a courier with an outbox and a fixed clock; `uri` is that of its mail server. */
export function openCourier(
  uri: string | undefined,
  options: {
    readonly dev?: boolean
    readonly retries?: number
    readonly email?: HttpCallConfig
    /** The validity of codes and links. Default: longer than any mail waits. */
    readonly lifespanMs?: number
    /** The courier of another process, with the same outbox and clock. Default: there is none. */
    readonly beside?: { readonly database: Database; readonly clock: () => number }
  } = {},
) {
  const database = options.beside?.database ?? openTested()
  const outbox = createOutboxStore(
    database,
    createSeals([new Secret('a-cipher-secret-of-32-characters')]),
    backgroundRecording(database),
  )
  const outages = createOutageStore(database)
  const warnings: string[] = []
  let now = 1_000_000
  const clock = options.beside?.clock ?? (() => now)
  const { lifespanMs = Infinity } = options
  const lifespans = { code: { lifespanMs }, link: { lifespanMs } }
  const courier = createCourier({
    hasRunOut: (message, at) => hasRunOut(message, lifespans, at),
    evaluateJsonnet: createJsonnet(),
    executeTemplates: createTemplates(),
    config: {
      publicBaseUrl: 'https://id.example.org',
      dev: options.dev ?? false,
      outbound: { allowPrivate: true, allowPrivateServices: true, privateExceptions: [], headersForHooks: [] },
      courier: {
        channels: options.email ? { email: options.email } : {},
        templates: {},
        messageRetries: options.retries ?? 5,
        smtp: {
          isTrusted: false,
          isPublicOnly: false,
          connectionUri: uri === undefined ? undefined : new Secret(uri),
          fromAddress: 'accounts@example.org',
          fromName: 'Accounts',
          headers: { 'X-Tenant': 'blue' },
          localName: 'localhost',
        },
      },
    },
    outbox,
    outages,
    clock,
    log: { warn: (_fields, text) => warnings.push(text) },
  })
  const { outages: waitingOutages } = createWaitingMessages({ outages, outbox, clock })
  return { courier, outbox, database, clock, warnings, outages: waitingOutages, wait: (ms: number) => (now += ms) }
}
