import type { LoaderFunctionArgs } from 'react-router'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** A mail in HTML as mail programs get it, for a frame: no script, no form, nothing loaded but the logo. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const scope = await enterOwnProject(consoleRequestOf(context), params, 'configuration')
  const language = new URL(request.url).searchParams.get('language') ?? undefined
  const { html } = await scope.load('previewMail', {
    params: { template: params['template'] ?? '' },
    query: { language },
  })
  const images = scope.project.origin ?? "'none'"
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox`
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-frame-options': 'SAMEORIGIN',
    },
  })
}
