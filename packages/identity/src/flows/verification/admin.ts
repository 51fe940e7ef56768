import { z } from 'zod'

import { emptyAnswer } from '@gatehouse/platform/http'

import type { CourierService } from '../../courier/courier.ts'
import { RefusalError } from '../../http/answer.ts'
import { readJsonBody } from '../../http/json-body.ts'
import type { Route } from '../../http/route.ts'
import { requireUuid } from '../../http/uuid.ts'
import { normalizeIdentifier } from '../../identities/address.ts'
import type { Identity, VerifiableAddress } from '../../identities/identity.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import type { FlowContext } from '../flow-context.ts'
import { newCsrfSecret } from '../http/csrf.ts'
import { publicUrl } from '../presentation/present.ts'
import { beginVerifications, withSent } from './open.ts'

const addressBody = z.strictObject({ address: z.string() })

/** The operations by which administrators ask a person for the proof of an address again. */
export interface AdminVerification {
  /** Answers `POST /admin/identities/:id/verification`. */
  readonly ask: Route['handle']
  /** Sends a new proof to an address of an account. Refuses a proved one, and one that got too many messages. */
  send(identity: Identity, address: string, now: number): Promise<void>
}

/** Creates them. The limits of recipients apply to administrators as well. */
export function createAdminVerification(
  context: FlowContext & {
    readonly courier: Pick<CourierService, 'carriesMail'>
  },
): AdminVerification {
  const { config, courier, identities, messageLimits, transactions } = context

  async function send(identity: Identity, value: string, now: number): Promise<void> {
    const address = requireUnproved(identity, value)
    if (address.via === 'email' && !courier.carriesMail) {
      const reason = 'No mail server is configured: set courier.smtp.connection_uri first.'
      throw new RefusalError({ code: 400, reason })
    }
    const begun = await beginVerifications(context, identity, [address], {
      type: 'browser',
      requestUrl: publicUrl(config.adminBaseUrl, `/admin/identities/${identity.id}/verification`),
      returnTo: undefined,
      // A new secret binds it to no browser: the flow belongs to the one that opens the mail, and proves no account.
      secret: newCsrfSecret(),
      now,
      transientPayload: {},
    })
    if (begun.length === 0) throw new RefusalError({ code: 400, reason: 'Verification is switched off.' })
    await transactions.durable(async () => {
      const taken = await messageLimits.take([address.value], undefined, now)
      if (taken.kind === 'refused') throw new RefusalError(limitRefusal(taken, now))
      for (const { write } of begun) await write(taken.allowance)
      const fresh = (await identities.find(identity.id)) ?? identity
      await identities.update(withSent(fresh, begun, now), 'upkeep')
    })
  }

  return {
    send,
    ask: async (route) => {
      const { address } = await readJsonBody(route, addressBody)
      const identity = await identities.find(requireUuid(route.params.id ?? ''))
      if (!identity) throw new RefusalError({ code: 404, reason: 'There is no such identity.' })
      await send(identity, normalizeIdentifier(address), route.now)
      return emptyAnswer()
    },
  }
}

function requireUnproved({ verifiableAddresses }: Identity, value: string): VerifiableAddress {
  const address = verifiableAddresses.find((one) => one.value === value)
  if (!address) throw new RefusalError({ code: 400, reason: 'The account has no such address.' })
  if (address.verified) throw new RefusalError({ code: 400, reason: 'The address is verified already.' })
  return address
}
