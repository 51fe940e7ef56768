import type { ErrorEnvelope } from '@gatehouse/contract/http'
import type {
  FlowByKind,
  FlowError,
  FlowKind,
  LogoutFlow,
  SubmitResultByKind,
  SuccessfulLogin,
} from '@gatehouse/contract/flows'
import type { Identity, Session } from '@gatehouse/contract/identities'
import type {
  AccountData,
  AccountFeatures,
  ActivityPage,
  OwnCredential,
  RememberedDevice,
} from '@gatehouse/contract/account'

/** Decides whether a parsed body has the expected shape. Checks the fields that pages rely on; allows others. */
export type Shape<T> = (value: unknown) => value is T

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasId(value: unknown): value is Record<string, unknown> & { id: string } {
  return isRecord(value) && typeof value['id'] === 'string'
}

function isUiFlow(value: unknown): boolean {
  return hasId(value) && isRecord(value['ui']) && Array.isArray(value['ui']['nodes'])
}

/** Any JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => isRecord(value)

/** How many there were. */
export const isCount = (value: unknown): value is { readonly count: number } =>
  isRecord(value) && typeof value['count'] === 'number'

/** An empty answer. */
export const isNothing = (value: unknown): value is undefined => value === undefined

/** A session of any assurance level. */
export const isSession = (value: unknown): value is Session => hasId(value) && typeof value['active'] === 'boolean'

/** An account. */
export const isIdentity = (value: unknown): value is Identity => hasId(value) && isRecord(value['traits'])

/** A refusal. */
export const isErrorEnvelope = (value: unknown): value is ErrorEnvelope =>
  isRecord(value) && isRecord(value['error']) && typeof value['error']['code'] === 'number'

/** The body of an error page. */
export const isFlowError = (value: unknown): value is FlowError => hasId(value) && isRecord(value['error'])

/** The features of a service beyond the wire. */
export const isAccountFeatures = (value: unknown): value is AccountFeatures =>
  isRecord(value) && ['activity', 'data', 'delete_account'].every((name) => typeof value[name] === 'boolean')

/** A trusted browser, which skips the second factor. */
export const isRememberedDevice = (value: unknown): value is RememberedDevice =>
  hasId(value) && typeof value['user_agent'] === 'string'

/** A credential of an account, as its owner sees it. */
export const isOwnCredential = (value: unknown): value is OwnCredential =>
  isRecord(value) && typeof value['type'] === 'string' && typeof value['ways'] === 'number'

/** A page of a person's history. */
export const isActivityPage = (value: unknown): value is ActivityPage =>
  isRecord(value) && Array.isArray(value['entries']) && value['entries'].every(hasId)

/** Everything a person may know about their account. */
export const isAccountData = (value: unknown): value is AccountData =>
  isRecord(value) && isIdentity(value['identity']) && Array.isArray(value['sessions'])

/** The URL that signs out. */
export const isLogoutFlow = (value: unknown): value is LogoutFlow =>
  isRecord(value) && typeof value['logout_url'] === 'string' && typeof value['logout_token'] === 'string'

/** A finished sign-in. */
export const isSuccessfulLogin = (value: unknown): value is SuccessfulLogin =>
  isRecord(value) && isSession(value['session'])

/** A list whose entries all have the given shape. */
export function listOf<T>(isEntry: Shape<T>): Shape<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every((entry) => isEntry(entry))
}

/** The shape of each kind of flow. */
export const flowShapes: { readonly [K in FlowKind]: Shape<FlowByKind[K]> } = {
  login: (value): value is FlowByKind['login'] => isUiFlow(value),
  registration: (value): value is FlowByKind['registration'] => isUiFlow(value),
  settings: (value): value is FlowByKind['settings'] =>
    isUiFlow(value) && isRecord(value) && isIdentity(value['identity']),
  recovery: (value): value is FlowByKind['recovery'] => isUiFlow(value),
  verification: (value): value is FlowByKind['verification'] => isUiFlow(value),
}

/** The shape a finished submit of each kind answers with. */
export const submitShapes: { readonly [K in FlowKind]: Shape<SubmitResultByKind[K]> } = {
  login: isSuccessfulLogin,
  registration: (value): value is SubmitResultByKind['registration'] =>
    isRecord(value) && isIdentity(value['identity']),
  settings: flowShapes.settings,
  recovery: flowShapes.recovery,
  verification: flowShapes.verification,
}
