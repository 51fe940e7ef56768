import type { IdentityConfig } from '../../configuration/config.ts'
import type { MessageSubject, OutgoingMessage } from '../../courier/message.ts'
import type { Identity } from '../../identities/identity.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { PendingAddressChangeStore } from '../ports/pending-address-changes.ts'
import type { PendingRegistrationStore } from '../ports/pending-registrations.ts'
import type { PendingKind, VerificationSubject } from '../ports/strategy.ts'
import { publicUrl } from '../presentation/present.ts'

/** The dependencies of finding the owner of an address. */
export interface SubjectDependencies {
  readonly identities: Pick<IdentityStore, 'find' | 'findByVerifiableAddress' | 'isTaken'>
  readonly pendingRegistrations: Pick<PendingRegistrationStore, 'find'>
  readonly pendingAddressChanges: Pick<PendingAddressChangeStore, 'find'>
}

/** Finds the owner of an address that was typed into this flow; the address is spelled as stored. */
export async function subjectOf(
  { identities, pendingRegistrations, pendingAddressChanges }: SubjectDependencies,
  flow: Pick<StoredFlow, 'details'>,
  address: string,
): Promise<VerificationSubject> {
  const { pendingRegistration, pendingAddressChange } = flow.details
  const what = completedBy(flow, address)
  const registration =
    what === 'registration' && pendingRegistration ? await pendingRegistrations.find(pendingRegistration.id) : undefined
  if (registration) return newAccount(identities, registration.identity, address)
  const change =
    what === 'address_change' && pendingAddressChange
      ? await pendingAddressChanges.find(pendingAddressChange.id)
      : undefined
  const changed = change && (await identities.find(change.identityId))
  if (changed) return changedAccount(identities, changed, address)
  const identity = await identities.findByVerifiableAddress(address)
  return identity ? { kind: 'account', identity } : { kind: 'none' }
}

/** Returns an account that is created once this address is proved. Takes the same look-ups if the address is taken. */
export async function newAccount(
  identities: Pick<IdentityStore, 'isTaken' | 'findByVerifiableAddress'>,
  identity: Identity,
  address: string,
): Promise<VerificationSubject> {
  return {
    kind: 'pending',
    identity,
    isTaken: await identities.isTaken(address),
    owner: await identities.findByVerifiableAddress(address),
    attempted: 'registration_attempted',
  }
}

/** Returns an account that gets this address once it is proved. Takes the same look-ups if the address is taken. */
export async function changedAccount(
  identities: Pick<IdentityStore, 'isTaken' | 'findByVerifiableAddress'>,
  identity: Identity,
  address: string,
): Promise<VerificationSubject> {
  return {
    kind: 'pending',
    identity,
    isTaken: await identities.isTaken(address, identity.id),
    owner: await identities.findByVerifiableAddress(address),
    attempted: 'address_attempted',
  }
}

/** Returns the thing that the proof of this address completes, in a flow that was begun for it. */
export function completedBy({ details }: Pick<StoredFlow, 'details'>, address: string): PendingKind | undefined {
  if (details.pendingRegistration?.address === address) return 'registration'
  return details.pendingAddressChange?.address === address ? 'address_change' : undefined
}

type Texts = Pick<OutgoingMessage, 'template' | 'data'>

/**
 * Returns the message of a verification: the proof, or a notice to the owner of the address. A phone number without an
 * account gets nothing: text messages cost money, and anyone may type numbers.
 */
export function verificationMessage(
  { publicBaseUrl, selfservice: { flows } }: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice'>,
  subject: VerificationSubject,
  aboutPerson: (person: Identity | undefined) => MessageSubject,
  texts: { readonly proof: Texts; readonly unknown: Texts | undefined },
): Pick<OutgoingMessage, 'template' | 'data' | 'about' | 'isWithheld'> {
  switch (subject.kind) {
    case 'account':
      return { ...texts.proof, about: aboutPerson(subject.identity) }
    case 'pending': {
      if (!subject.isTaken) return { ...texts.proof, about: aboutPerson(subject.identity) }
      const link = publicUrl(publicBaseUrl, '/self-service/login/browser')
      const recoveryLink = publicUrl(publicBaseUrl, '/self-service/recovery/browser')
      const data = { link, ...(flows.recovery.enabled && { recoveryLink }) }
      // No data of the attempt reaches the owner of the account.
      return { template: subject.attempted, data, about: { ...aboutPerson(subject.owner), transientPayload: {} } }
    }
    case 'none':
      return texts.unknown && flows.verification.notifyUnknownRecipients
        ? { ...texts.unknown, about: aboutPerson(undefined) }
        : { ...texts.proof, about: aboutPerson(undefined), isWithheld: true }
    default:
      return subject satisfies never
  }
}
