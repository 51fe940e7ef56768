import type { Markup } from '@gatehouse/http/answers'
import { html } from 'hono/html'

/**
 * A page written into a frame of another one. It runs no script and submits nothing; the policy that admits its styles
 * is the outer page's, by the same nonce. Our pages may not be framed by their address, and stay so.
 */
export function drawnFrame(title: string, { html: document }: { readonly html: string }): Markup {
  return html`<iframe title="${title}" sandbox="allow-same-origin" srcdoc="${document}" loading="lazy"></iframe>`
}
