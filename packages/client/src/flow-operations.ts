import { publicPaths } from '@gatehouse/contract/http'
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

/** The calls of every kind over one exchange. */
export function flowOperations(exchange: Exchange): FlowOperations {
  return {
    createBrowserFlow: (kind, query, credentials) =>
      exchange('GET', publicPaths.flowBrowser(kind), { success: flowShapes[kind] }, { query, credentials }),
    createNativeFlow: (kind, query, credentials) =>
      exchange('GET', publicPaths.flowApi(kind), { success: flowShapes[kind] }, { query, credentials }),
    getFlow: (kind, params, credentials) =>
      exchange('GET', `${publicPaths.flowRead(kind)}?id={id}`, { success: flowShapes[kind] }, { params, credentials }),
    updateFlow: (kind, { flow, body, query }, credentials) =>
      exchange(
        'POST',
        `${publicPaths.flowSubmit(kind)}?flow={flow}`,
        { success: submitShapes[kind], flow: flowShapes[kind] },
        { params: { flow }, query, body, requiredBody: bodyNames[kind], credentials },
      ),
  }
}

const bodyNames: Readonly<Record<FlowKind, string>> = {
  login: 'updateLoginFlowBody',
  registration: 'updateRegistrationFlowBody',
  settings: 'updateSettingsFlowBody',
  recovery: 'updateRecoveryFlowBody',
  verification: 'updateVerificationFlowBody',
}
