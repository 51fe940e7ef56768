import type { EventEnvelope } from '@gatehouse/contract/events'
import type { IconName } from '@gatehouse/design/content'
import type { KeyPart } from '@gatehouse/i18n/translator'
import { icons } from '../page/icons.ts'

/** The words for events of one type. */
interface Words {
  readonly icon: IconName
  readonly isFailure?: boolean
  /** Chooses the sentence: `said.<key>` of `console_activity`. */
  readonly say: (event: EventEnvelope) => SentenceKey
}

/** The last part of a sentence's key. */
export type SentenceKey = KeyPart<'console_activity', 'said.'>

const always = (key: SentenceKey) => () => key

/** TABLE: every event of the identity service as a sentence. An event of the control plane is the operation that it names. */
// prettier-ignore
export const eventSentences: Readonly<Record<string, Words>> = {
  LoginSucceeded:           { icon: 'user',    say: (event) => (event.data['new_session'] !== false ? 'signed_in' : event.data['aal'] === 'aal2' ? 'second_step' : 'confirmed') },
  LoginFailed:              { icon: 'alert',   say: always('sign_in_failed'), isFailure: true },
  RegistrationSucceeded:    { icon: 'user',    say: always('signed_up') },
  RegistrationFailed:       { icon: 'alert',   say: always('sign_up_failed'), isFailure: true },
  RecoverySucceeded:        { icon: 'key',     say: always('recovered') },
  RecoveryFailed:           { icon: 'alert',   say: always('recovery_failed'), isFailure: true },
  RecoveryInitiatedByAdmin: { icon: 'key',     say: ({ data }) => (data['method'] === 'link' ? 'recovery_link' : 'recovery_code') },
  VerificationSucceeded:    { icon: 'check',   say: ({ data }) => (data['via'] === 'sms' ? 'verified_sms' : 'verified_email') },
  VerificationFailed:       { icon: 'alert',   say: always('verification_failed'), isFailure: true },
  SettingsSucceeded:        { icon: 'shield',  say: settingsSentence },
  SettingsFailed:           { icon: 'alert',   say: always('settings_failed'), isFailure: true },
  IdentityCreated:          { icon: 'user',    say: always('created') },
  IdentityUpdated:          { icon: 'user',    say: updateSentence },
  IdentityDeleted:          { icon: icons.bin, say: always('deleted') },
  SessionIssued:            { icon: 'laptop',  say: always('session_issued') },
  SessionChanged:           { icon: 'laptop',  say: always('session_changed') },
  SessionLifespanExtended:  { icon: 'laptop',  say: always('session_extended') },
  SessionRevoked:           { icon: 'signOut', say: ({ actor }) => (actor.type === 'person' ? 'signed_out' : 'session_ended') },
  SessionRestored:          { icon: 'laptop',  say: always('session_restored') },
  CourierMessageDispatched: { icon: 'mail',    say: sentMessage },
  CourierMessageAbandoned:  { icon: 'alert',   say: ({ identity_id: to }) => (to === null ? 'undelivered' : 'not_delivered'), isFailure: true },
}

function settingsSentence({ data: { method } }: EventEnvelope): SentenceKey {
  if (method === 'profile') return 'changed_profile'
  if (method === 'password') return 'changed_password'
  return typeof method === 'string' ? 'changed' : 'changed_account'
}

/** The recipient of a message is known if it was about an account. */
function sentMessage({ data: { channel }, identity_id: to }: EventEnvelope): SentenceKey {
  if (channel === 'sms') return to === null ? 'texted_out' : 'texted'
  return to === null ? 'mailed_out' : 'mailed'
}

function updateSentence({ data, actor }: EventEnvelope): SentenceKey {
  const changed = listIn(data['changed'])
  if (changed.includes('state') && data['state'] === 'inactive') return 'suspended'
  const isOwn = actor.type === 'person'
  if (listIn(data['credentials_removed']).length > 0) return isOwn ? 'removed' : 'was_removed'
  if (isOwn && listIn(data['credentials_added']).length > 0) return 'added'
  return isOwn ? 'changed_account' : 'updated'
}

/** A list of names, as `data` of an event has it. */
export function listIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
