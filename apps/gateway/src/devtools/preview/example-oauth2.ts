import type { FetchHandler } from '@gatehouse/http/handler'
import { examplePerson } from './example-service.ts'

const client = {
  client_id: 'notebook',
  client_name: 'Notebook',
  client_uri: 'https://notebook.example',
  policy_uri: 'https://notebook.example/privacy',
  tos_uri: 'https://notebook.example/terms',
}

/** TABLE: the person of a request, by its challenge. Every other challenge has expired. */
const subjects: Readonly<Record<string, string>> = { preview: examplePerson.id, 'other-person': 'somebody-else' }

/** Returns an OAuth2 server (Ory Hydra's admin API) with the requests of one application, for the preview of pages. */
export function exampleOAuth2(): FetchHandler {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const [, kind] = /^\/admin\/oauth2\/auth\/requests\/(consent|logout)$/.exec(pathname) ?? []
    const challenge = searchParams.get(`${kind}_challenge`) ?? ''
    const subject = Object.hasOwn(subjects, challenge) ? subjects[challenge] : undefined
    if (subject === undefined) return Response.json({ error: 'Not Found' }, { status: 404 })
    return Response.json({
      challenge,
      subject,
      client,
      skip: false,
      requested_scope: ['openid', 'profile', 'email', 'offline_access', 'notes.read'],
      requested_access_token_audience: [],
      request_url: 'https://sign-in.example/oauth2/auth?redirect_uri=https%3A%2F%2Fnotebook.example%2Fsigned-in',
    })
  }
}
