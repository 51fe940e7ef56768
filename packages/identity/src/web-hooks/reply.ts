import type { Message } from '@gatehouse/contract/flows'
import type { OutboundAnswer } from '@gatehouse/platform/outbound'
import { z } from 'zod'

import type { IdentityChange } from '../identities/change-identity.ts'
import type { StatedAddress } from '../identities/stated-addresses.ts'
import type { FieldMessage } from '../nodes/change.ts'

/** The meaning of an interrupting hook's answer. */
export type HookReply =
  | {
      readonly kind: 'go_on'
      readonly change: IdentityChange
      /** The addresses that it names: only those of the traits are the account's. */
      readonly addresses: Readonly<Record<'verifiable_addresses' | 'recovery_addresses', readonly StatedAddress[]>>
      /** The other parts of the answer, by path. */
      readonly leftOut: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'reject'; readonly messages: readonly FieldMessage[] }
  /** `why` is for the log; it names positions of the answer and quotes nothing of it. */
  | { readonly kind: 'unusable'; readonly why: string }

const text = z.string()
const json = z.unknown()

/** Consent without a change. */
export const goOn = {
  kind: 'go_on',
  change: {},
  addresses: { verifiable_addresses: [], recovery_addresses: [] },
  leftOut: {},
} as const satisfies HookReply

/** Unknown words are no faults: they are left out, or read in the most careful way. */
const address = z.object({
  value: text,
  via: text.nullish(),
  verified: z.boolean().nullish(),
  status: text.nullish(),
  verified_at: text.nullish(),
})

const changedParts = z.object({
  schema_id: text.nullish(),
  state: text.nullish(),
  traits: z.record(text, json).nullish(),
  metadata_public: json.optional(),
  metadata_admin: json.optional(),
  external_id: z.string().max(255).nullish(),
  verifiable_addresses: z.array(address).max(100).nullish(),
  recovery_addresses: z.array(address).max(100).nullish(),
})

const consent = z.looseObject({ identity: z.looseObject(changedParts.shape).nullish() })

const refusal = z.object({ messages: z.array(z.unknown()).min(1) })

/** The maximum of messages, and of their length; longer ones are cut. */
const most = { messages: 50, characters: 2_000 }

/**
 * Reads an answer: 2xx continues, and may change the account if the configuration has it parsed (`response.parse`); 4xx
 * with `messages` rejects. Everything else is unusable.
 */
export function readReply({ status, body }: OutboundAnswer, isParsed: boolean): HookReply {
  const answer = readJson(body)
  if (status >= 200 && status < 300) return isParsed ? readConsent(answer, body) : unread(answer)
  const read = refusal.safeParse(answer)
  if (status < 400 || status >= 500 || !read.success) return { kind: 'unusable', why: `it answered ${status}` }
  const messages = read.data.messages.flatMap(messagesOf).slice(0, most.messages)
  return messages.length > 0 ? { kind: 'reject', messages } : { kind: 'unusable', why: 'its refusal has no message' }
}

function readConsent(answer: unknown, body: string): HookReply {
  if (body.trim() === '') return goOn
  if (!isObject(answer)) return { kind: 'unusable', why: 'its answer is not a JSON object' }
  const read = consent.safeParse(answer)
  if (!read.success) {
    return {
      kind: 'unusable',
      why: `its answer cannot be read at ${read.error.issues[0]?.path.join('.') ?? 'its top'}`,
    }
  }
  const { identity, ...others } = read.data
  const { state, verifiable_addresses: verifiable, recovery_addresses: recovery, ...given } = identity ?? {}
  const addresses = {
    verifiable_addresses: (verifiable ?? []).map(statedAddress),
    recovery_addresses: (recovery ?? []).map(statedAddress),
  }
  const rest = Object.entries(given).filter(([name]) => !Object.hasOwn(changedParts.shape, name))
  const change: IdentityChange = {
    ...(given.schema_id && { schema_id: given.schema_id }),
    // An account is active only if the answer says exactly that: some services approve people with other words.
    ...(state && { state: state === 'active' ? 'active' : 'inactive' }),
    ...(given.traits && { traits: given.traits }),
    ...(given.metadata_public !== undefined && { metadata_public: given.metadata_public }),
    ...(given.metadata_admin !== undefined && { metadata_admin: given.metadata_admin }),
    ...(typeof given.external_id === 'string' && { external_id: given.external_id }),
    ...(addresses.verifiable_addresses.length > 0 && { verifiable_addresses: addresses.verifiable_addresses }),
  }
  const leftOut = {
    ...others,
    ...Object.fromEntries(rest.map(([name, value]) => [`identity.${name}`, value])),
    ...(state && state !== 'active' && state !== 'inactive' && { 'identity.state': state }),
  }
  return { kind: 'go_on', change, addresses, leftOut }
}

/** Reads the answer of a hook that only agrees or refuses: any 2xx agrees. */
function unread(answer: unknown): HookReply {
  const identity = isObject(answer) ? answer['identity'] : undefined
  return identity === undefined ? goOn : { ...goOn, leftOut: { identity } }
}

const states = ['pending', 'sent', 'completed'] as const

function statedAddress({
  value,
  via,
  verified,
  status,
  verified_at: verifiedAt,
}: z.output<typeof address>): StatedAddress {
  return {
    value,
    verified: verified ?? false,
    via: via || undefined,
    status: states.find((known) => known === status),
    verified_at: verifiedAt,
  }
}

/** Returns the messages of one entry. A message without a list counts as well. */
function messagesOf(entry: unknown): readonly FieldMessage[] {
  if (!isObject(entry)) return []
  const field = typeof entry['instance_ptr'] === 'string' ? fieldOf(entry['instance_ptr']) : ''
  const list: readonly unknown[] = Array.isArray(entry['messages']) ? entry['messages'] : [entry]
  return list.filter(isObject).flatMap((given) => {
    const message = messageOf(given)
    return message.text === '' && message.id === 0 ? [] : [{ field, message }]
  })
}

/** Reads a message as Kratos does: an error if its type says so, else information. */
function messageOf({ id, text: words, type, context }: Readonly<Record<string, unknown>>): Message {
  const number = Number(id)
  return {
    id: Number.isSafeInteger(number) ? number : 0,
    text: typeof words === 'string' ? words.slice(0, most.characters) : '',
    type: type === 'error' ? 'error' : 'info',
    ...(isObject(context) && { context }),
  }
}

/** `#/traits/name/first` → `traits.name.first`. */
function fieldOf(pointer: string): string {
  return pointer
    .replace(/^#?\/?/, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
