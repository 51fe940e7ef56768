import type { Markup } from '@gatehouse/http/answers'
import { html } from 'hono/html'

/**
 * Returns a frame with a page written into another one. It runs no script and submits nothing; the outer page's policy
 * admits its styles, by the same nonce. Our pages still refuse to be framed by their address.
 */
export function drawnFrame(title: string, { html: document }: { readonly html: string }): Markup {
  return html`<iframe title="${title}" sandbox="allow-same-origin" srcdoc="${document}" loading="lazy"></iframe>`
}
