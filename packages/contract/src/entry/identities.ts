/** Identities, sessions and mails, as the wire has them. */
export {
  courierTemplateTypes,
  deliveryFaultKinds,
  templateNameOf,
  type CourierMessage,
  type DeliveryFaultKind,
} from '../courier.ts'
export type {
  Channel,
  CredentialView,
  Identity,
  IdentityState,
  RecoveryAddress,
  VerifiableAddress,
} from '../identity.ts'
export { isExactNumber } from '../exact-number.ts'
export { controlText, labelOfField, textOfValue, valueAt } from '../field-text.ts'
export { givenName, personName } from '../person-name.ts'
export { isAsShown, readTraits } from '../read-traits.ts'
export { isEmail, referenceFormats } from '../reference-formats.ts'
export { schemaFields, type SchemaField } from '../schema-fields.ts'
export type { Aal, AuthenticationMethod, Device, Session } from '../session.ts'
