import { maskCsrfSecret } from '../../../flows/http/csrf.ts'
import { withSecret, type RequestContext } from '../../../flows/http/request-context.ts'
import type { Outcome } from '../../../flows/model/outcome.ts'
import type { OidcContext } from '../dependencies.ts'
import { issueNonce } from './nonces.ts'

/** Answers with the parameters of the browser's account chooser; 404 unless a provider has one. */
export async function fedcmParameters(
  context: Pick<OidcContext, 'csrf' | 'flows' | 'providers'>,
  request: RequestContext,
): Promise<Outcome> {
  const choosers = context.providers.flatMap(({ id, chooser }) => (chooser ? [{ id, ...chooser }] : []))
  if (choosers.length === 0) return { kind: 'refused', native: true, refusal: { code: 404, reason: noChooser } }
  const { secret, cookies } = withSecret(request, context.csrf)
  const providers = await Promise.all(
    choosers.map(async ({ id, clientId, configUrl }) => {
      const nonce = await issueNonce(context, secret, id, request.now)
      return { client_id: clientId, config_url: configUrl, nonce, parameters: { nonce } }
    }),
  )
  return { kind: 'json', body: { csrf_token: maskCsrfSecret(secret), providers }, cookies }
}

const noChooser = 'No provider here has a fedcm_config_url.'
