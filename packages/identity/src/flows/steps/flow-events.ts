import type { FlowKind, Message } from '@gatehouse/contract/flows'
import type { Secret } from '@gatehouse/platform/secrets'
import type { Clock } from '@gatehouse/platform/work'
import { createHmac } from 'node:crypto'
import type { EventOrigins } from '../../events/origin.ts'
import type { EventRecorder } from '../../events/recorder.ts'
import type { EventData, IdentityEventType, ReasonClass } from '../../events/schema.ts'
import type { Refusal } from '../../http/answer.ts'
import { normalizeIdentifier } from '../../identities/address.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Fields } from '../http/submission.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { Outcome } from '../model/outcome.ts'
import type { Rejected } from '../ports/strategy-outcome.ts'

type SuccessType = Extract<IdentityEventType, `${Capitalize<FlowKind>}Succeeded`>
type Success<Type extends SuccessType> = Omit<EventData<Type>, 'flow_type' | 'duration_ms' | 'provider'> & {
  readonly provider?: string | undefined
}

/** The parts of a submission that events record. */
export interface Tried {
  readonly flow: StoredFlow
  readonly request: RequestContext
  readonly fields?: Fields
  readonly method?: string | undefined
  /** The account of the session that it came with. */
  readonly identityId?: string | undefined
}

/** Writes down how flows end. */
export interface FlowEvents {
  /** Answers a submission; events recorded meanwhile take their data from it. A refusal is recorded as well. */
  during(tried: Tried, answer: () => Outcome | Promise<Outcome>): Promise<Outcome>
  /** Belongs in the transaction that ends the flow. */
  succeeded<Type extends SuccessType>(
    type: Type,
    flow: StoredFlow,
    about: { readonly identityId: string; readonly sessionId?: string | undefined },
    data: Success<Type>,
  ): Promise<void>
  /** Records a failure. Belongs in the transaction that keeps the flow in its state. */
  failed(
    flow: StoredFlow,
    rejected: Pick<Rejected, 'form' | 'fields' | 'reason' | 'identityId'>,
    method?: string,
  ): Promise<void>
  /** Records an administrator's help with a recovery. Belongs in the transaction that creates the flow. */
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

/** Creates the recorder. The first secret keys the digests of unknown sign-in names; throws if there is none. */
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
    // Computed in every case: otherwise its time would reveal which accounts exist.
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

/** TABLE: the class of reasons of each message. If several are shown, the first that is in the table counts. */
const classes: Readonly<Record<number, ReasonClass>> = {
  4000005: 'password_policy',
  4000006: 'invalid_credentials',
  4000007: 'duplicate_credentials',
  4000008: 'invalid_code',
  4000009: 'invalid_input',
  4000010: 'unverified_address',
  4000011: 'method_unavailable',
  4000012: 'invalid_code',
  4000013: 'method_unavailable',
  4000014: 'method_unavailable',
  4000015: 'unknown_account',
  4000016: 'invalid_code',
  4000027: 'duplicate_credentials',
  4000028: 'duplicate_credentials',
  4000031: 'password_policy',
  4000032: 'password_policy',
  4000033: 'password_policy',
  4000034: 'password_policy',
  4000035: 'unknown_account',
  4000037: 'unknown_account',
  4000039: 'password_policy',
  4000043: 'invalid_input',
  4010001: 'flow_expired',
  4010008: 'invalid_code',
  4010009: 'invalid_credentials',
  4010010: 'unknown_account',
  4010011: 'account_inactive',
  4040001: 'flow_expired',
  4040003: 'invalid_code',
  4050001: 'flow_expired',
  4060004: 'invalid_code',
  4060005: 'flow_expired',
  4060006: 'invalid_code',
  4070001: 'invalid_code',
  4070005: 'flow_expired',
  4070006: 'invalid_code',
  5000002: 'method_unavailable',
}

/** Checks for a message about traits and other fields: required, too short, no address, … */
function isAboutInput(id: number): boolean {
  return id >= 4000001 && id <= 4000041
}

/** Returns the class of reasons of a form's messages. */
function reasonOfMessages(messages: readonly Message[]): ReasonClass {
  const known = messages.map(({ id }) => classes[id]).find((reason) => reason !== undefined)
  if (known !== undefined) return known
  return messages.some(({ id }) => isAboutInput(id)) ? 'invalid_input' : 'other'
}

/** Returns the class of a refusal; nothing, if it concerns no proof, such as an expired session or a redirect. */
function reasonOfRefusal({ code, id }: Refusal): ReasonClass | undefined {
  if (id === 'security_csrf_violation') return 'csrf_violation'
  if (id === 'session_verified_address_required') return 'unverified_address'
  if (id === 'session_inactive' || id === 'session_aal1_required') return undefined
  if (code === 401) return 'account_inactive'
  if (code === 429) return 'too_many_attempts'
  return undefined
}
