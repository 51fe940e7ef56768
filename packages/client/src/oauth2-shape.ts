import type { OAuth2Client, OAuth2ConsentRequest, OAuth2LogoutRequest } from '@gatehouse/contract/flows'
import { isObject, type Shape } from './shape.ts'

/** A sign-out request as it comes over the wire. */
export interface WireLogoutRequest {
  readonly subject: string
  readonly client?: OAuth2Client | null
}

/** The address to which the browser continues. */
export interface RedirectTo {
  readonly redirect_to: string
}

const isClient: Shape<OAuth2Client> = (value): value is OAuth2Client =>
  isObject(value) && typeof value['client_id'] === 'string'

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((text) => typeof text === 'string')

/** A consent request: the access that a client asks for. */
export const isConsentRequest: Shape<OAuth2ConsentRequest> = (value): value is OAuth2ConsentRequest =>
  isObject(value) &&
  typeof value['challenge'] === 'string' &&
  typeof value['subject'] === 'string' &&
  typeof value['skip'] === 'boolean' &&
  isTexts(value['requested_scope']) &&
  isTexts(value['requested_access_token_audience']) &&
  isClient(value['client'])

/** A logout request: the person who is to be signed out. */
export const isLogoutRequest: Shape<WireLogoutRequest> = (value): value is WireLogoutRequest =>
  isObject(value) &&
  typeof value['subject'] === 'string' &&
  (value['client'] === undefined || value['client'] === null || isClient(value['client']))

/** The request without the wire's two ways to say that no client asked; Hydra sends an empty one too. */
export function normalLogout(challenge: string, { subject, client }: WireLogoutRequest): OAuth2LogoutRequest {
  return { challenge, subject, client: client?.client_id ? client : undefined }
}

/** An address for a browser, whatever its scheme: the OAuth2 server is trusted with it. */
export const isRedirectTo: Shape<RedirectTo> = (value): value is RedirectTo =>
  isObject(value) && typeof value['redirect_to'] === 'string' && URL.canParse(value['redirect_to'])

/** An answer with an empty body. */
export const isAnything: Shape<unknown> = (_value): _value is unknown => true
