import { createTokens } from '@gatehouse/session'
import { headers } from 'next/headers'
import { account, sessions } from '../../session/sessions.js'

const checkToken = createTokens({ url: account })

// The token that a service behind this application would get, and its check.
export default async function Token() {
  const checked = await checkToken((await sessions.token(await headers(), 'app')) ?? '')
  return <p>{checked.kind === 'valid' ? `Token of ${checked.claims.sub}` : 'No token'}</p>
}
