import { publicPaths } from '@gatehouse/contract/http'
import type { FlowError, LogoutFlow, SuccessfulLogin } from '@gatehouse/contract/flows'
import type { Session } from '@gatehouse/contract/identities'
import type { Answer } from './answer.ts'
import type { Credentials, Query } from './credentials.ts'
import type { Exchange } from './exchange.ts'
import {
  isCount,
  isFlowError,
  isLogoutFlow,
  isNothing,
  isObject,
  isSession,
  isSuccessfulLogin,
  listOf,
} from './shape.ts'

/** An identity schema as `/schemas` lists it. */
export interface IdentitySchemaEntry {
  readonly id: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** Calls about the current session, signing out, stored errors and schemas. Query parameters keep their wire names. */
export interface SessionOperations {
  /** Returns the current session. 401 without a session, 403 `session_aal2_required` if a second factor is missing. */
  toSession(query?: Query, credentials?: Credentials): Promise<Answer<Session>>
  /** The other active sessions of the same account; `Link` and `X-Total-Count` are in `headers`. */
  listMySessions(query?: Query, credentials?: Credentials): Promise<Answer<readonly Session[]>>
  /** Ends one other session. */
  disableMySession(request: { readonly id: string }, credentials?: Credentials): Promise<Answer<undefined>>
  /** Ends all other sessions; `count` is their number. */
  disableMyOtherSessions(credentials?: Credentials): Promise<Answer<{ readonly count: number }>>
  /** Trades the two codes of a native social sign-in for its session token. */
  exchangeSessionToken(request: {
    readonly initCode: string
    readonly returnToCode: string
  }): Promise<Answer<SuccessfulLogin>>
  /** The URL and token that sign a browser out. */
  createBrowserLogoutFlow(query?: Query, credentials?: Credentials): Promise<Answer<LogoutFlow>>
  /** Signs a browser out; the cleared cookie is in `setCookie`. */
  updateLogoutFlow(query: Query, credentials?: Credentials): Promise<Answer<undefined>>
  /**
   * Signs a browser out that opens the address. Answered by a redirect to the page after the sign-out (`return_to` if
   * it is allowed), or to an error page.
   */
  navigateToLogout(query: Query, credentials?: Credentials): Promise<Answer<undefined>>
  /**
   * Starts a sign-in of a browser that opens the address. Answered by a redirect: for a signed-in person to the page
   * after the sign-in (`return_to` if it is allowed), else to a page with a form or an error.
   */
  navigateToLogin(query?: Query, credentials?: Credentials): Promise<Answer<undefined>>
  /** Ends the native session of a token. */
  performNativeLogout(request: {
    readonly performNativeLogoutBody: { readonly session_token: string }
  }): Promise<Answer<undefined>>
  /** A stored error, for the error page. */
  getFlowError(request: { readonly id: string }, credentials?: Credentials): Promise<Answer<FlowError>>
  /** One identity schema. */
  getIdentitySchema(request: { readonly id: string }): Promise<Answer<Readonly<Record<string, unknown>>>>
  /** All identity schemas. */
  listIdentitySchemas(query?: Query): Promise<Answer<readonly IdentitySchemaEntry[]>>
  /** Returns the parameters of a browser's FedCM account chooser. */
  createFedcmFlow(credentials?: Credentials): Promise<Answer<Readonly<Record<string, unknown>>>>
  /** Signs in with the token of a FedCM account chooser. */
  updateFedcmFlow(
    request: { readonly updateFedcmFlowBody: FedcmToken },
    credentials?: Credentials,
  ): Promise<Answer<Readonly<Record<string, unknown>>>>
}

/** The answer of the FedCM account chooser, with the anti-CSRF token of the parameters. */
export interface FedcmToken {
  readonly csrf_token: string
  readonly token: string
  readonly nonce?: string
  readonly transient_payload?: object
}

const isSchemaEntry = (value: unknown): value is IdentitySchemaEntry =>
  isObject(value) && typeof value['id'] === 'string' && isObject(value['schema'])

/** The calls over one exchange. */
export function sessionOperations(exchange: Exchange): SessionOperations {
  return {
    toSession: (query, credentials) =>
      exchange('GET', publicPaths.whoami, { success: isSession }, { query, credentials }),
    listMySessions: (query, credentials) =>
      exchange('GET', publicPaths.sessions, { success: listOf(isSession) }, { query, credentials }),
    disableMySession: (params, credentials) =>
      exchange('DELETE', `${publicPaths.sessions}/{id}`, { success: isNothing }, { params, credentials }),
    disableMyOtherSessions: (credentials) =>
      exchange('DELETE', publicPaths.sessions, { success: isCount }, { credentials }),
    exchangeSessionToken: (params) =>
      exchange(
        'GET',
        `${publicPaths.tokenExchange}?init_code={initCode}&return_to_code={returnToCode}`,
        { success: isSuccessfulLogin },
        { params },
      ),
    createBrowserLogoutFlow: (query, credentials) =>
      exchange('GET', publicPaths.logoutBrowser, { success: isLogoutFlow }, { query, credentials }),
    updateLogoutFlow: (query, credentials) =>
      exchange('GET', publicPaths.logout, { success: isNothing }, { query, credentials }),
    navigateToLogout: (query, credentials) =>
      exchange('GET', publicPaths.logout, { success: isNothing }, { query, credentials, asBrowser: true }),
    navigateToLogin: (query, credentials) =>
      exchange(
        'GET',
        publicPaths.flowBrowser('login'),
        { success: isNothing },
        { query, credentials, asBrowser: true },
      ),
    performNativeLogout: ({ performNativeLogoutBody: body }) =>
      exchange(
        'DELETE',
        publicPaths.logoutApi,
        { success: isNothing },
        { body, requiredBody: 'performNativeLogoutBody' },
      ),
    getFlowError: (params, credentials) =>
      exchange('GET', `${publicPaths.errors}?id={id}`, { success: isFlowError }, { params, credentials }),
    getIdentitySchema: (params) => exchange('GET', `${publicPaths.schemas}/{id}`, { success: isObject }, { params }),
    listIdentitySchemas: (query) => exchange('GET', publicPaths.schemas, { success: listOf(isSchemaEntry) }, { query }),
    createFedcmFlow: (credentials) =>
      exchange('GET', publicPaths.fedcmParameters, { success: isObject }, { credentials }),
    updateFedcmFlow: ({ updateFedcmFlowBody: body }, credentials) =>
      exchange(
        'POST',
        publicPaths.fedcmToken,
        { success: isObject },
        { body, requiredBody: 'updateFedcmFlowBody', credentials },
      ),
  }
}
