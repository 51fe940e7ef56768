import { authenticatorName } from '../../credentials/authenticator-names.ts'
import type { RelyingParty } from '../../configuration/config.ts'
import { generic } from '../../messages/validation.ts'
import { keyNotProved, unreadableKeyAnswer } from '../../messages/webauthn.ts'
import type { Rejected } from '../../flows/ports/strategy-outcome.ts'
import { readAttestation } from './answers.ts'
import { takeChallenge } from './challenges.ts'
import type { KeyDependencies } from './dependencies.ts'
import type { Key } from '../../credentials/webauthn-keys.ts'
import { verifyAttestation } from './verify.ts'

/** The data of a new key besides its answer. */
export interface KeyRequest {
  readonly rp: RelyingParty
  readonly flowId: string
  /** The node that carries the challenge. */
  readonly field: string
  /** Empty: the authenticator's name. */
  readonly displayName: string
  readonly isPasswordless: boolean
  readonly now: number
  /** True if a browser may have created it without asking. Default: false. */
  readonly mayBeQuiet?: boolean
}

/** A new key, proved and not yet stored; or the rejection. */
export type MadeKey =
  | {
      readonly kind: 'made'
      readonly key: Key
      /** base64url */
      readonly userHandle: string
      /** False: the browser created it without asking. */
      readonly wasPresent: boolean
    }
  | Rejected

const longestName = 256

/** Checks a submitted new key against the flow's options. */
export async function makeKey(
  dependencies: KeyDependencies,
  request: KeyRequest,
  submitted: string | undefined,
): Promise<MadeKey> {
  const { rp, flowId, field, displayName, isPasswordless, now, mayBeQuiet = false } = request
  if (displayName.length > longestName) {
    return { kind: 'rejected', form: [generic(`A name can have at most ${longestName} characters.`)] }
  }
  const answer = submitted === undefined ? undefined : readAttestation(submitted)
  if (!answer) return { kind: 'rejected', form: [unreadableKeyAnswer()] }
  const asked = await takeChallenge(dependencies, flowId, field)
  const made = asked && (await verifyAttestation(rp, asked.challenge, answer, { mayBeAbsent: mayBeQuiet }))
  if (!made || asked.userHandle === undefined) return { kind: 'rejected', form: [keyNotProved()] }
  const { wasPresent, ...fresh } = made
  const name = displayName === '' ? (authenticatorName(fresh.aaguid) ?? '') : displayName
  const key: Key = { ...fresh, displayName: name, addedAt: now, isPasswordless, usedAt: null }
  return { kind: 'made', key, userHandle: asked.userHandle, wasPresent }
}
