import { toBase64url } from './base64url.ts'
import { readQuestion, toCreate, toGet } from './key-options.ts'
import type { KeyQuestion } from './key-questions.ts'

/** The reason why a device gave no answer. `stopped`: another request came meanwhile. */
export type KeyFailure = 'cancelled' | 'unsupported' | 'known' | 'failed' | 'stopped'

/** A key that a device used or made. */
export interface OfferedKey {
  /** The site that it is for. */
  readonly rpId: string
  /** base64url */
  readonly credentialId: string
  /** Whether the device said whose it is. */
  readonly namesOwner: boolean
}

/** A person who declines is `silent`, and so is a device that cannot: nothing is thrown. */
export type KeyAnswer =
  | {
      readonly kind: 'answered'
      /** The JSON text to submit. */
      readonly text: string
      readonly key: OfferedKey
    }
  | { readonly kind: 'silent'; readonly why: KeyFailure }

/** A browser answers one request at a time: the one before is aborted. */
let current: { readonly ask: KeyQuestion['ask']; readonly controller: AbortController } | undefined

/** Cancels the open request. */
export function stopAsking(): void {
  current?.controller.abort()
  current = undefined
}

/**
 * Asks for a key, for a new key, or for the person's choice from the suggestions of a field. `value` is of the node
 * that holds the question; `typed` returns the content of a field of the form. Suggestions never end a request of the
 * person: a press may come before them.
 */
export async function askDevice(
  ask: KeyQuestion['ask'],
  value: unknown,
  typed: (field: string) => string | undefined,
): Promise<KeyAnswer> {
  const read = readQuestion(value)
  if (!read) return { kind: 'silent', why: 'failed' }
  const { options, nameField } = read
  const shownAs = nameField === undefined ? undefined : typed(nameField)
  if (typeof PublicKeyCredential === 'undefined') return { kind: 'silent', why: 'unsupported' }
  if (ask === 'suggest' && current !== undefined && current.ask !== 'suggest') return { kind: 'silent', why: 'stopped' }
  stopAsking()
  const question = { ask, controller: new AbortController() }
  current = question
  const { signal } = question.controller
  try {
    if (ask === 'suggest' && !(await canSuggest())) return { kind: 'silent', why: 'unsupported' }
    if (signal.aborted) return { kind: 'silent', why: 'stopped' }
    const credential =
      ask === 'create' || ask === 'upgrade'
        ? await navigator.credentials.create({
            publicKey: toCreate(options, shownAs),
            signal,
            ...(ask === 'upgrade' && { mediation: 'conditional' as const }),
          })
        : await navigator.credentials.get({
            publicKey: toGet(options),
            signal,
            ...(ask === 'suggest' && { mediation: 'conditional' as const }),
          })
    const key = credential instanceof PublicKeyCredential ? credential : undefined
    const text = key && textOf(key)
    if (key === undefined || text === undefined) return { kind: 'silent', why: 'cancelled' }
    const { rpId, rp } = options.publicKey
    const namesOwner = key.response instanceof AuthenticatorAssertionResponse && key.response.userHandle !== null
    const credentialId = toBase64url(key.rawId)
    return { kind: 'answered', text, key: { rpId: rpId ?? rp?.id ?? location.hostname, credentialId, namesOwner } }
  } catch (error) {
    return { kind: 'silent', why: whyOf(error) }
  } finally {
    if (current === question) current = undefined
  }
}

async function canSuggest(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

function whyOf(error: unknown): KeyFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  const known: Readonly<Record<string, KeyFailure>> = {
    AbortError: 'stopped',
    NotAllowedError: 'cancelled',
    InvalidStateError: 'known',
    NotSupportedError: 'unsupported',
    ConstraintError: 'unsupported',
  }
  return known[name] ?? 'failed'
}

function textOf({ id, rawId, type, response }: PublicKeyCredential): string | undefined {
  const own = { id, rawId: toBase64url(rawId), type }
  const clientDataJSON = toBase64url(response.clientDataJSON)
  if (response instanceof AuthenticatorAttestationResponse) {
    const attestationObject = toBase64url(response.attestationObject)
    return JSON.stringify({ ...own, response: { attestationObject, clientDataJSON } })
  }
  if (!(response instanceof AuthenticatorAssertionResponse)) return undefined
  const authenticatorData = toBase64url(response.authenticatorData)
  const signature = toBase64url(response.signature)
  const userHandle = response.userHandle ? toBase64url(response.userHandle) : ''
  return JSON.stringify({ ...own, response: { authenticatorData, clientDataJSON, signature, userHandle } })
}
