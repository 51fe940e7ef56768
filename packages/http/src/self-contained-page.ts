import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { selfContainedPolicy } from './content-security-policy.ts'

/** A page that needs nothing else: no script, no asset, its stylesheet admitted by hash. */
export interface SelfContainedPage {
  readonly title: string
  /** Built with `html` from hono/html, which escapes what it inserts. */
  readonly body: Markup
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>

const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--paper:#fff;--ground:#f4f5f7;--line:#d5d9de;--accent:#2f4fd0}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--soft:#a3abb5;--paper:#1d2126;--ground:#14171a;--line:#363c44;--accent:#9db2ff}}
*{box-sizing:border-box}
body{margin:0;padding:2rem 1rem;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
main{max-inline-size:44rem;margin-inline:auto}
.narrow{max-inline-size:30rem;margin-block-start:12vh}
.card{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem 1.5rem;margin-block:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.05rem;margin:0}
p{margin:.4rem 0;overflow-wrap:anywhere}.soft{color:var(--soft);font-size:.9rem}
a{color:var(--accent)}code{font:1.5rem/1.4 ui-monospace,monospace;letter-spacing:.12em;user-select:all}
small code{font-size:1em;letter-spacing:0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:.9rem/1.5 ui-monospace,monospace}
form{display:flex;gap:.5rem;flex-wrap:wrap;align-items:end}label{display:grid;gap:.25rem;font-size:.9rem;flex:1 1 14rem}
input,button,.button{font:inherit;padding:.55rem .75rem;border-radius:.5rem;border:1px solid var(--line);background:var(--paper);color:inherit}
button,.button{display:inline-block;text-decoration:none;border-color:var(--accent);color:var(--accent);cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`
// One piece, so that no formatter puts a space into what the hash covers.
const styleElement = `<style>${style}</style>`
const policy = selfContainedPolicy(createHash('sha256').update(style).digest('base64'))

/** Renders the page with its own content security policy. Never cached. */
export async function selfContainedPage(page: SelfContainedPage): Promise<Response> {
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title}</title>
        ${raw(styleElement)}
      </head>
      <body>
        ${page.body}
      </body>
    </html>`
  return new Response(document.toString(), {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      ...page.headers,
    },
  })
}
