import { createHmac } from 'node:crypto'

import type { FlowKind } from '@gatehouse/contract/flows'

import type { Clock } from '@gatehouse/platform/work'
import type { Secret } from '@gatehouse/platform/secrets'
import type { EventOrigins } from '../../events/origin.ts'
import { reasonOfMessages, reasonOfRefusal } from '../../events/reasons.ts'
import type { EventRecorder } from '../../events/recorder.ts'
import type { EventData, IdentityEventType, ReasonClass } from '../../events/schema.ts'
import type { Refusal } from '../../http/answer.ts'
import { normalizeIdentifier } from '../../identities/address.ts'
import type { Rejected } from '../ports/strategy-outcome.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { Outcome } from '../model/outcome.ts'
import type { Fields } from '../http/submission.ts'
import type { RequestContext } from '../http/request-context.ts'

type SuccessType = Extract<IdentityEventType, `${Capitalize<FlowKind>}Succeeded`>
type Success<Type extends SuccessType> = Omit<EventData<Type>, 'flow_type' | 'duration_ms' | 'provider'> & {
  readonly provider?: string | undefined
}

/** A submission, as far as events tell of it. */
export interface Tried {
  readonly flow: StoredFlow
  readonly request: RequestContext
  readonly fields?: Fields
  readonly method?: string | undefined
  /** Whose session it came with. */
  readonly identityId?: string | undefined
}

/** Writes down how flows end. */
export interface FlowEvents {
  /** Answers a submission; whatever is written down meanwhile comes from it. A refusal is written down as well. */
  during(tried: Tried, answer: () => Outcome | Promise<Outcome>): Promise<Outcome>
  /** Belongs in the transaction that ends the flow. */
  succeeded<Type extends SuccessType>(
    type: Type,
    flow: StoredFlow,
    about: { readonly identityId: string; readonly sessionId?: string | undefined },
    data: Success<Type>,
  ): Promise<void>
  /** Belongs in the transaction that keeps the flow where it is. */
  failed(
    flow: StoredFlow,
    rejected: Pick<Rejected, 'form' | 'fields' | 'reason' | 'identityId'>,
    method?: string,
  ): Promise<void>
  /** An administrator helps a person back in. Belongs in the transaction that makes the flow. */
  helped(
    about: { readonly flowId: string; readonly identityId: string | undefined },
    data: EventData<'RecoveryInitiatedByAdmin'>,
  ): Promise<void>
}

const failures = {
  login: 'LoginFailed',
  registration: 'RegistrationFailed',
  settings: 'SettingsFailed',
  recovery: 'RecoveryFailed',
  verification: 'VerificationFailed',
} as const satisfies Record<FlowKind, IdentityEventType>

/** Makes it. The first secret keys the digests of sign-in names without an account; throws where there is none. */
export function createFlowEvents(deps: {
  readonly recorder: EventRecorder
  readonly origins: EventOrigins<Tried>
  readonly clock: Clock
  readonly secrets: readonly Secret[]
}): FlowEvents {
  const { recorder, origins, clock, secrets } = deps
  const [secret] = secrets
  if (!secret) throw new Error('secrets.default is empty')

  function digestOf(fields: Fields = {}): string | undefined {
    const typed = [fields['identifier'], fields['password_identifier'], fields['email']].find(isText)
    if (typed === undefined) return undefined
    const mac = createHmac('sha256', secret?.reveal() ?? '').update(`event identifier:${normalizeIdentifier(typed)}`)
    return mac.digest('hex').slice(0, 32)
  }

  function measured({ type }: StoredFlow) {
    const now = clock()
    return { flow_type: type, duration_ms: Math.max(0, now - (origins.current().cause?.request.now ?? now)) }
  }

  async function fail(
    flow: StoredFlow,
    how: {
      readonly reason: ReasonClass
      readonly messageIds: readonly number[]
      readonly identityId?: string | undefined
    },
    chosen?: string,
  ): Promise<void> {
    const tried = origins.current().cause
    const identityId = how.identityId ?? flow.identityId ?? tried?.identityId
    const method = tried?.method ?? chosen
    // Made in every case: its time would tell who has an account.
    const typed = digestOf(tried?.fields)
    const digest = identityId === undefined ? typed : undefined
    await recorder.record(
      failures[flow.kind],
      { identityId, flowId: flow.id },
      {
        ...(method !== undefined && { method }),
        reason: how.reason,
        message_ids: [...how.messageIds],
        ...measured(flow),
        ...(digest !== undefined && { identifier_digest: digest }),
      },
    )
  }

  return {
    during: async (tried, answer) => {
      const { flow, request, identityId } = tried
      const actor = { type: 'person', id: identityId ?? null } as const
      return origins.within({ flowId: flow.id, actor, cause: { ...tried, request } }, async () => {
        const outcome = await answer()
        const reason = outcome.kind === 'refused' ? reasonOfRefusal(outcome.refusal) : undefined
        if (outcome.kind === 'refused' && reason) {
          await fail(flow, { reason, messageIds: [], identityId: identityOf(outcome.refusal) })
        }
        return outcome
      })
    },
    succeeded: async (type, flow, { identityId, sessionId }, { provider, ...data }) => {
      await recorder.record(type, { identityId, sessionId, flowId: flow.id, by: 'self' }, {
        ...data,
        ...measured(flow),
        ...(provider !== undefined && { provider }),
      } as EventData<typeof type>)
    },
    helped: (about, data) => recorder.record('RecoveryInitiatedByAdmin', about, data),
    failed: async (flow, { form = [], fields = [], reason, identityId }, method) => {
      const messages = [...form, ...fields.map(({ message }) => message)]
      const messageIds = messages.map(({ id }) => id)
      await fail(flow, { reason: reason ?? reasonOfMessages(messages), messageIds, identityId }, method)
    },
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function identityOf({ details }: Refusal): string | undefined {
  const id = details?.['identity_id']
  return typeof id === 'string' ? id : undefined
}
