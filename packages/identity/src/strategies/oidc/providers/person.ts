import { createHmac } from 'node:crypto'

import type { OidcProviderConfig } from '../../../configuration/config.ts'
import { isAnswer } from './oauth-answers.ts'
import type { Answer, Endpoints, ProviderKind } from './provider-kind.ts'
import type { SafeFetch } from './safe-fetch.ts'

/** The input of a request to a provider without id tokens. */
export interface PersonRequest {
  readonly config: OidcProviderConfig
  readonly kind: ProviderKind
  readonly endpoints: Endpoints
  readonly fetch: SafeFetch
  readonly accessToken: string
}

/** Fetches the person's data from the API of a provider without id tokens. Throws if it does not answer. */
export async function askPerson(request: PersonRequest): Promise<Answer> {
  const { config, kind, endpoints, accessToken } = request
  const url = new URL(endpoints.person)
  if (kind.quirks?.includes('app_secret_proof')) {
    const proof = createHmac('sha256', config.clientSecret?.reveal() ?? '')
      .update(accessToken)
      .digest('hex')
    url.searchParams.set('appsecret_proof', proof)
  }
  const person = await ask(request, url.href)
  if (!isAnswer(person)) throw new Error('the provider sent no data of the person')
  const further = await Promise.all(
    Object.entries(endpoints.further ?? {}).map(
      async ([name, address]) => [name, await ask(request, address)] as const,
    ),
  )
  return { ...person, ...Object.fromEntries(further) }
}

async function ask({ kind, fetch, accessToken }: PersonRequest, address: string): Promise<unknown> {
  const { accessToken: where = bearer } = kind
  const headers = new Headers(usualHeaders)
  const init: RequestInit = { headers }
  if (where.in === 'body') {
    init.method = 'POST'
    init.body = new URLSearchParams({ [where.name]: accessToken })
  } else {
    headers.set(where.name, where.scheme === undefined ? accessToken : `${where.scheme} ${accessToken}`)
  }
  return readAnswer(await fetch(address, init), address)
}

const bearer = { in: 'header', name: 'authorization', scheme: 'Bearer' } as const
const usualHeaders = { accept: 'application/json', 'user-agent': 'gatehouse' }

/** Reads the JSON of an answer. Throws an Error that names its address, without the query. */
export async function readAnswer(answer: Response, address: string): Promise<unknown> {
  const { origin, pathname } = new URL(address)
  if (!answer.ok) throw new Error(`${origin}${pathname} answered ${answer.status}`)
  return answer.json()
}
