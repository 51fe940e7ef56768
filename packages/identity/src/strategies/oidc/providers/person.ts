import { createHmac } from 'node:crypto'

import * as openid from 'openid-client'

import type { OidcProviderConfig } from '../../../configuration/config.ts'
import type { ProviderKind } from './kinds.ts'

type Answer = Readonly<Record<string, unknown>>

/** What a provider without id tokens knows about the person: asked from its API. Throws where it does not answer. */
export async function askPerson(
  config: OidcProviderConfig,
  kind: ProviderKind,
  configuration: openid.Configuration,
  accessToken: string,
): Promise<Answer> {
  const url = new URL(kind.endpoints?.person ?? '')
  if (kind.quirks?.includes('app_secret_proof')) {
    const proof = createHmac('sha256', config.clientSecret?.reveal() ?? '')
      .update(accessToken)
      .digest('hex')
    url.searchParams.set('appsecret_proof', proof)
  }
  const person = await get(configuration, accessToken, url)
  if (!isAnswer(person)) throw new Error('the provider sent no data of the person')
  if (!kind.quirks?.includes('verified_emails')) return person
  return { ...person, ...emailOf(await get(configuration, accessToken, new URL(`${url.href}/emails`))) }
}

async function get(configuration: openid.Configuration, accessToken: string, url: URL): Promise<unknown> {
  const answer = await openid.fetchProtectedResource(configuration, accessToken, url, 'GET', null, new Headers(headers))
  if (!answer.ok) throw new Error(`the provider answered ${answer.status}`)
  return answer.json()
}

const headers = { accept: 'application/json', 'user-agent': 'gatehouse' }

/** The main address of a list of addresses, if it is verified; else any verified one. */
function emailOf(list: unknown): Answer {
  const verified = (Array.isArray(list) ? list : []).filter(
    (entry: unknown): entry is Answer => isAnswer(entry) && entry['verified'] === true,
  )
  const email = (verified.find((entry) => entry['primary'] === true) ?? verified[0])?.['email']
  return typeof email === 'string' ? { email, email_verified: true } : {}
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
