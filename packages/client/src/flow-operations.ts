import { FrontendApi, type ApiResponse, type InitOverrideFunction } from '@ory/client-fetch'
import type { FlowByKind, FlowKind, SubmitResultByKind } from '@gatehouse/contract/flows'
import type { Answer } from './answer.ts'
import type { Credentials, Query, Submission } from './credentials.ts'
import type { Exchange } from './exchange.ts'
import { flowShapes, submitShapes } from './shape.ts'

/** A submit: the flow's id, the form, and further query parameters (`token` of a link). */
export interface FlowSubmission {
  readonly flow: string
  readonly body: Submission
  readonly query?: Query | undefined
}

/** The calls of every kind of flow, for pages that treat all kinds alike. */
export interface FlowOperations {
  /** Starts a browser flow. The anti-CSRF cookie is in `setCookie`. */
  createBrowserFlow<K extends FlowKind>(
    kind: K,
    query?: Query,
    credentials?: Credentials,
  ): Promise<Answer<FlowByKind[K], FlowByKind[K]>>
  /** Starts a native flow. */
  createNativeFlow<K extends FlowKind>(
    kind: K,
    query?: Query,
    credentials?: Credentials,
  ): Promise<Answer<FlowByKind[K], FlowByKind[K]>>
  /** Reads a flow. */
  getFlow<K extends FlowKind>(
    kind: K,
    request: { readonly id: string },
    credentials?: Credentials,
  ): Promise<Answer<FlowByKind[K], FlowByKind[K]>>
  /** Submits a flow. Rejects with RequiredError if the flow's id or the body is missing. */
  updateFlow<K extends FlowKind>(
    kind: K,
    request: FlowSubmission,
    credentials?: Credentials,
  ): Promise<Answer<SubmitResultByKind[K], FlowByKind[K]>>
}

type Call = (api: FrontendApi, init: InitOverrideFunction) => Promise<ApiResponse<unknown>>
type Read = (api: FrontendApi, id: string, init: InitOverrideFunction) => Promise<ApiResponse<unknown>>
type Update = (
  api: FrontendApi,
  flow: string,
  body: Submission,
  init: InitOverrideFunction,
) => Promise<ApiResponse<unknown>>

const createBrowser: Readonly<Record<FlowKind, Call>> = {
  login: (api, init) => api.createBrowserLoginFlowRaw({}, init),
  registration: (api, init) => api.createBrowserRegistrationFlowRaw({}, init),
  settings: (api, init) => api.createBrowserSettingsFlowRaw({}, init),
  recovery: (api, init) => api.createBrowserRecoveryFlowRaw({}, init),
  verification: (api, init) => api.createBrowserVerificationFlowRaw({}, init),
}

const createNative: Readonly<Record<FlowKind, Call>> = {
  login: (api, init) => api.createNativeLoginFlowRaw({}, init),
  registration: (api, init) => api.createNativeRegistrationFlowRaw({}, init),
  settings: (api, init) => api.createNativeSettingsFlowRaw({}, init),
  recovery: (api, init) => api.createNativeRecoveryFlowRaw(init),
  verification: (api, init) => api.createNativeVerificationFlowRaw({}, init),
}

const read: Readonly<Record<FlowKind, Read>> = {
  login: (api, id, init) => api.getLoginFlowRaw({ id }, init),
  registration: (api, id, init) => api.getRegistrationFlowRaw({ id }, init),
  settings: (api, id, init) => api.getSettingsFlowRaw({ id }, init),
  recovery: (api, id, init) => api.getRecoveryFlowRaw({ id }, init),
  verification: (api, id, init) => api.getVerificationFlowRaw({ id }, init),
}

const update: Readonly<Record<FlowKind, Update>> = {
  login: (api, flow, body, init) => api.updateLoginFlowRaw({ flow, updateLoginFlowBody: toSdkBody(body) }, init),
  registration: (api, flow, body, init) =>
    api.updateRegistrationFlowRaw({ flow, updateRegistrationFlowBody: toSdkBody(body) }, init),
  settings: (api, flow, body, init) =>
    api.updateSettingsFlowRaw({ flow, updateSettingsFlowBody: toSdkBody(body) }, init),
  recovery: (api, flow, body, init) =>
    api.updateRecoveryFlowRaw({ flow, updateRecoveryFlowBody: toSdkBody(body) }, init),
  verification: (api, flow, body, init) =>
    api.updateVerificationFlowRaw({ flow, updateVerificationFlowBody: toSdkBody(body) }, init),
}

/** The SDK only looks whether there is a body; what goes out is the form as it was given (see the exchange). */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the SDK has a type of its own for each kind
function toSdkBody<T>(body: unknown): T {
  return body as T
}

/** The kind-indexed calls over one exchange. */
export function flowOperations(exchange: Exchange): FlowOperations {
  return {
    createBrowserFlow: (kind, query, credentials) =>
      exchange(
        (configuration, init) => createBrowser[kind](new FrontendApi(configuration), init),
        { success: flowShapes[kind] },
        { query, credentials },
      ),
    createNativeFlow: (kind, query, credentials) =>
      exchange(
        (configuration, init) => createNative[kind](new FrontendApi(configuration), init),
        { success: flowShapes[kind] },
        { query, credentials },
      ),
    getFlow: (kind, request, credentials) =>
      exchange(
        (configuration, init) => read[kind](new FrontendApi(configuration), request.id, init),
        { success: flowShapes[kind] },
        { credentials },
      ),
    updateFlow: (kind, { flow, body, query }, credentials) =>
      exchange(
        (configuration, init) => update[kind](new FrontendApi(configuration), flow, body, init),
        { success: submitShapes[kind], flow: flowShapes[kind] },
        { body, query, credentials },
      ),
  }
}
