import type { OAuth2Client } from '@gatehouse/contract/flows'

/** An application as pages describe it. Its developer may have written anything into the description. */
export interface ClientFacts {
  readonly name: string
  readonly logo: string | undefined
  readonly site: string | undefined
  readonly policy: string | undefined
  readonly terms: string | undefined
}

const longestName = 80

/** Shortens a name, and says so: it is no other application's. */
function cut(name: string): string {
  const letters = Array.from(name)
  return letters.length > longestName ? `${letters.slice(0, longestName).join('').trimEnd()}…` : name
}

/** Keeps facts that are safe to show: links for the web, pictures from origins that the operator allows. */
export function clientFacts(client: OAuth2Client, imageOrigins: readonly string[]): ClientFacts {
  const name = cut(client.client_name?.trim() ?? '')
  return {
    name: name === '' ? client.client_id : name,
    logo: pictureOf(client.logo_uri, imageOrigins),
    site: webLink(client.client_uri),
    policy: webLink(client.policy_uri),
    terms: webLink(client.tos_uri),
  }
}

function webLink(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? '')
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function pictureOf(address: string | undefined, origins: readonly string[]): string | undefined {
  const url = URL.parse(address ?? '')
  if (url === null) return undefined
  const isOwn = url.protocol === 'data:' && url.pathname.startsWith('image/')
  return isOwn || origins.includes(url.origin) ? url.href : undefined
}

/** Returns the host that an application's answer goes to, from its request; undefined for apps, which have none. */
export function answerHost(requestUrl: string | undefined): string | undefined {
  const target = URL.parse(URL.parse(requestUrl ?? '')?.searchParams.get('redirect_uri') ?? '')
  return target !== null && /^https?:$/.test(target.protocol) ? target.host : undefined
}
