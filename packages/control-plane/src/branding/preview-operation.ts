import type { CallOf } from '../access/call.ts'
import { RefusalError } from '../http/answer.ts'
import { chosenDocument, type DocumentDeps } from './chosen-document.ts'
import { brandingOf, type PublishingDeps } from './publishing.ts'

/** Draws a page as a draft would have it: to be framed by pages of the same origin, without script and forms. */
export async function previewPage(
  deps: DocumentDeps & Pick<PublishingDeps, 'host'>,
  { project, query }: CallOf<'previewBranding'>,
): Promise<Response> {
  const { version, ...view } = query
  const document = await chosenDocument(deps, project, 'brand', version)
  const drawn = await brandingOf(deps).drawPage(project.id, document, view)
  if (drawn === undefined) throw new RefusalError({ code: 404, reason: 'There is no example of this page.' })
  return new Response(drawn.html, { headers: framedHeaders(`'nonce-${drawn.nonce}'`, "'self' data:") })
}

/** `styles` and `images` are sources of the policy. */
export function framedHeaders(styles: string, images: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src ${styles}`,
    `img-src ${images}`,
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; ')
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  }
}
