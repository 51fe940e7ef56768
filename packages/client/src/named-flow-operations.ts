import type { FlowByKind, SubmitResultByKind } from '@gatehouse/contract/flows'
import type { Answer } from './answer.ts'
import type { Credentials, Query, Submission } from './credentials.ts'
import type { FlowOperations } from './flow-operations.ts'

type Kinds = {
  readonly Login: 'login'
  readonly Registration: 'registration'
  readonly Settings: 'settings'
  readonly Recovery: 'recovery'
  readonly Verification: 'verification'
}

type Create<K extends keyof Kinds> = (
  query?: Query,
  credentials?: Credentials,
) => Promise<Answer<FlowByKind[Kinds[K]], FlowByKind[Kinds[K]]>>

type Get<K extends keyof Kinds> = (
  request: { readonly id: string },
  credentials?: Credentials,
) => Promise<Answer<FlowByKind[Kinds[K]], FlowByKind[Kinds[K]]>>

type UpdateRequest<K extends keyof Kinds> = { readonly flow: string; readonly query?: Query | undefined } & {
  readonly [B in `update${K}FlowBody`]: Submission
}

type Update<K extends keyof Kinds> = (
  request: UpdateRequest<K>,
  credentials?: Credentials,
) => Promise<Answer<SubmitResultByKind[Kinds[K]], FlowByKind[Kinds[K]]>>

/**
 * The same calls under the names of the SDK: `createBrowserLoginFlow`, `createNativeLoginFlow`, `getLoginFlow`,
 * `updateLoginFlow({ flow, updateLoginFlowBody })`, and so on for each kind. Query parameters keep their wire names.
 */
export type NamedFlowOperations = { readonly [K in keyof Kinds as `createBrowser${K}Flow`]: Create<K> } & {
  readonly [K in keyof Kinds as `createNative${K}Flow`]: Create<K>
} & { readonly [K in keyof Kinds as `get${K}Flow`]: Get<K> } & {
  readonly [K in keyof Kinds as `update${K}Flow`]: Update<K>
}

/** Binds the kind-indexed calls to the SDK's names. */
export function namedFlowOperations(flows: FlowOperations): NamedFlowOperations {
  return {
    createBrowserLoginFlow: (query, credentials) => flows.createBrowserFlow('login', query, credentials),
    createBrowserRegistrationFlow: (query, credentials) => flows.createBrowserFlow('registration', query, credentials),
    createBrowserSettingsFlow: (query, credentials) => flows.createBrowserFlow('settings', query, credentials),
    createBrowserRecoveryFlow: (query, credentials) => flows.createBrowserFlow('recovery', query, credentials),
    createBrowserVerificationFlow: (query, credentials) => flows.createBrowserFlow('verification', query, credentials),

    createNativeLoginFlow: (query, credentials) => flows.createNativeFlow('login', query, credentials),
    createNativeRegistrationFlow: (query, credentials) => flows.createNativeFlow('registration', query, credentials),
    createNativeSettingsFlow: (query, credentials) => flows.createNativeFlow('settings', query, credentials),
    createNativeRecoveryFlow: (query, credentials) => flows.createNativeFlow('recovery', query, credentials),
    createNativeVerificationFlow: (query, credentials) => flows.createNativeFlow('verification', query, credentials),

    getLoginFlow: (request, credentials) => flows.getFlow('login', request, credentials),
    getRegistrationFlow: (request, credentials) => flows.getFlow('registration', request, credentials),
    getSettingsFlow: (request, credentials) => flows.getFlow('settings', request, credentials),
    getRecoveryFlow: (request, credentials) => flows.getFlow('recovery', request, credentials),
    getVerificationFlow: (request, credentials) => flows.getFlow('verification', request, credentials),

    updateLoginFlow: ({ flow, query, updateLoginFlowBody: body }, credentials) =>
      flows.updateFlow('login', { flow, query, body }, credentials),
    updateRegistrationFlow: ({ flow, query, updateRegistrationFlowBody: body }, credentials) =>
      flows.updateFlow('registration', { flow, query, body }, credentials),
    updateSettingsFlow: ({ flow, query, updateSettingsFlowBody: body }, credentials) =>
      flows.updateFlow('settings', { flow, query, body }, credentials),
    updateRecoveryFlow: ({ flow, query, updateRecoveryFlowBody: body }, credentials) =>
      flows.updateFlow('recovery', { flow, query, body }, credentials),
    updateVerificationFlow: ({ flow, query, updateVerificationFlowBody: body }, credentials) =>
      flows.updateFlow('verification', { flow, query, body }, credentials),
  }
}
