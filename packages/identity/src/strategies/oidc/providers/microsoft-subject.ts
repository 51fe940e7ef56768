import { isAnswer } from './oauth-answers.ts'
import { readAnswer } from './person.ts'
import type { SafeFetch } from './safe-fetch.ts'

const profile = 'https://graph.microsoft.com/v1.0/me'

/**
 * The id that Microsoft Graph has for a person (`subject_source: me`). Unlike the id token's subject it is the same for
 * every client. Throws where Graph does not tell.
 */
export async function graphSubject(fetch: SafeFetch, accessToken: string): Promise<string> {
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` }
  const answer = await readAnswer(await fetch(profile, { headers }), profile)
  const id = isAnswer(answer) ? answer['id'] : undefined
  if (typeof id !== 'string' || id === '') throw new Error('Microsoft Graph does not tell an id')
  return id
}
