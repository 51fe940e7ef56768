import type { IdentityConfig } from '../../configuration/config.ts'
import type { MessageSubject, OutgoingMessage } from '../../courier/message.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { PendingRegistrationStore } from '../ports/pending-registrations.ts'
import type { VerificationSubject } from '../ports/strategy.ts'
import { publicUrl } from '../presentation/present.ts'

/** What finding out whose an address is takes. */
export interface SubjectDependencies {
  readonly identities: Pick<IdentityStore, 'findByVerifiableAddress' | 'isTaken'>
  readonly pendingRegistrations: Pick<PendingRegistrationStore, 'find'>
}

/** Whose an address is that was typed into this flow; spelled as it is stored. */
export function subjectOf(
  { identities, pendingRegistrations }: SubjectDependencies,
  { details }: Pick<StoredFlow, 'details'>,
  address: string,
): VerificationSubject {
  const { id, address: own } = details.pendingRegistration ?? {}
  const registration = id !== undefined && own === address ? pendingRegistrations.find(id) : undefined
  if (registration) {
    return { kind: 'registration', identity: registration.identity, isTaken: identities.isTaken(address) }
  }
  const identity = identities.findByVerifiableAddress(address)
  return identity ? { kind: 'account', identityId: identity.id } : { kind: 'nobody' }
}

type Texts = Pick<OutgoingMessage, 'template' | 'data'>

/** The message that a verification sends: the proof, or what the owner of the address has to know instead. */
export function verificationMessage(
  { publicBaseUrl, selfservice: { flows } }: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice'>,
  subject: VerificationSubject,
  about: Pick<MessageSubject, 'requestUrl' | 'transientPayload'>,
  texts: { readonly proof: Texts; readonly unknown: Texts },
): Pick<OutgoingMessage, 'template' | 'data' | 'about' | 'isWithheld'> {
  switch (subject.kind) {
    case 'account':
      return { ...texts.proof, about: { ...about, identityId: subject.identityId } }
    case 'registration': {
      if (!subject.isTaken)
        return { ...texts.proof, about: { ...about, pending: subject.identity, traits: subject.identity.traits } }
      const link = publicUrl(publicBaseUrl, '/self-service/login/browser')
      const recoveryLink = publicUrl(publicBaseUrl, '/self-service/recovery/browser')
      const data = { link, ...(flows.recovery.enabled && { recoveryLink }) }
      // Nothing that came with the sign-up reaches the owner of the account.
      return { template: 'registration_attempted', data, about: { ...about, transientPayload: {} } }
    }
    case 'nobody':
      return flows.verification.notifyUnknownRecipients
        ? { ...texts.unknown, about }
        : { ...texts.proof, about, isWithheld: true }
    default:
      return subject satisfies never
  }
}
