import type { Clock } from '../../clock.ts'
import type { SourcesOf } from '../../events/sources.ts'
import type { ControlDatabase } from '../../sql/database.ts'
import type { EventStreamStore } from '../store.ts'
import { createEventDelivery } from './delivery.ts'
import type { EventDelivery } from './delivery.ts'
import { createHttpsSender } from './https-sender.ts'
import type { Reach } from './public-address.ts'
import { createSecretBook } from './signature.ts'
import type { SecretBook } from './signature.ts'
import { createSnsSender } from './sns-sender.ts'
import { createDeliveryStore } from './store.ts'
import type { DeliveryStore } from './store.ts'

/** What the installation decides about deliveries. */
export interface DeliveryPolicy {
  /** Default `public`. `loopback`: receivers on this machine are allowed, over plain http as well; for development. */
  readonly reach?: Reach
  /** Certificate authorities besides the system's, as PEM. */
  readonly ca?: string
  /** Where SNS and STS answer, other than at AWS itself. */
  readonly snsEndpoint?: string
}

/** Everything that deliveries consist of. */
export function assembleDelivery(deps: {
  readonly database: ControlDatabase
  readonly streams: EventStreamStore
  readonly sourcesOf: SourcesOf
  /** Makes signing secrets; kept outside of the database. */
  readonly key: string
  readonly clock: Clock
  readonly policy: DeliveryPolicy
  readonly warn: (text: string) => void
}): { readonly deliveries: DeliveryStore; readonly secrets: SecretBook; readonly delivery: EventDelivery } {
  const { database, clock, policy } = deps
  const { reach = 'public', ca, snsEndpoint } = policy
  const deliveries = createDeliveryStore(database)
  const secrets = createSecretBook(database, deps.key)
  const senders = {
    https: createHttpsSender({ secrets, clock, reach, ...(ca !== undefined && { ca }) }),
    sns: createSnsSender(snsEndpoint === undefined ? {} : { endpoint: snsEndpoint }),
  }
  return { deliveries, secrets, delivery: createEventDelivery({ ...deps, store: deliveries, senders }) }
}
