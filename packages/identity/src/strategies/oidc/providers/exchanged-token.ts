import { isAnswer } from './oauth-answers.ts'
import { readAnswer } from './person.ts'
import type { SafeFetch } from './safe-fetch.ts'

/**
 * The id token for what netID's account chooser hands out. The provider wants to know for which origin; it has to be
 * among those that its client is registered with. Throws where it gives none.
 */
export async function exchangeChosenToken(
  fetch: SafeFetch,
  tokenEndpoint: string,
  origin: string,
  token: string,
): Promise<string> {
  const answer = await fetch(tokenEndpoint, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams({ grant_type: 'netid_fedcm', fedcm_token: token }).toString(),
  })
  const body = await readAnswer(answer, tokenEndpoint)
  const idToken = isAnswer(body) ? body['id_token'] : undefined
  if (typeof idToken !== 'string') throw new Error('the provider gave no id token for the chosen account')
  return idToken
}
