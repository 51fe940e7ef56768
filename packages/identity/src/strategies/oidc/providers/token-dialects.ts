import { isAnswer } from './oauth-answers.ts'
import type { Answer, ProviderKind, TokenDialect } from './provider-kind.ts'

/** Adds the type of the token, which some answers lack. */
export function withBearer(answer: Answer): Answer {
  return typeof answer['access_token'] === 'string' ? { token_type: 'bearer', ...answer } : answer
}

/** DingTalk uses JSON in both directions, with individual names. */
export const jsonTokenRequest: TokenDialect = {
  body: (form) => ({
    type: 'application/json',
    text: JSON.stringify({
      clientId: form.get('client_id'),
      clientSecret: form.get('client_secret'),
      code: form.get('code'),
      grantType: form.get('grant_type'),
    }),
  }),
  answer: ({ accessToken, refreshToken, expireIn }) => ({
    access_token: accessToken,
    token_type: 'bearer',
    ...(typeof refreshToken === 'string' && { refresh_token: refreshToken }),
    ...(typeof expireIn === 'number' && { expires_in: expireIn }),
  }),
}

/** Returns the request to a token endpoint in the form of this kind of provider. */
export function speak({ tokenDialect }: ProviderKind, init: RequestInit): RequestInit {
  const form = init.body instanceof URLSearchParams || typeof init.body === 'string' ? init.body : ''
  const body = tokenDialect?.body?.(new URLSearchParams(form))
  if (!body) return init
  const headers = new Headers(init.headers)
  headers.set('content-type', body.type)
  return { ...init, headers, body: body.text }
}

/** Returns the answer of a token endpoint as the protocol writes it. An unreadable answer stays as it is. */
export async function understand({ tokenDialect }: ProviderKind, response: Response): Promise<Response> {
  if (!tokenDialect?.answer || !response.ok) return response
  const text = await response.text()
  const { status } = response
  try {
    const answer: unknown = JSON.parse(text)
    return Response.json(isAnswer(answer) ? tokenDialect.answer(answer) : answer, { status })
  } catch {
    return new Response(text, { status, headers: response.headers })
  }
}
