import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { selfContainedPolicy, type FramedSources } from './security-headers.ts'

/** A page that needs nothing else: no script, no asset, its stylesheet admitted by hash. */
export interface SelfContainedPage {
  readonly title: string
  /** Built with `html` from hono/html, which escapes inserted values. */
  readonly body: Markup
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Further sources of the page's policy, for its frames, which inherit it. */
  readonly framed?: FramedSources | undefined
}

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>

const style = `
:root{color-scheme:light dark;--ink:#1d1b18;--soft:#635c52;--paper:#fff;--ground:#f8f6f2;--line:#ddd7cc;--strong:#857d71;--accent:#1f5f4a;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#f2efe9;--soft:#b0a899;--paper:#211f1c;--ground:#171614;--line:#3b3732;--strong:#857c6f;--accent:#7cc4a6;--on:#10221b}}
*{box-sizing:border-box}
body{margin:0;padding:2rem 1rem;background:var(--ground);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}
main{max-inline-size:44rem;margin-inline:auto}main.wide{max-inline-size:80rem}
.narrow{max-inline-size:30rem;margin-block-start:12vh}
.card{background:var(--paper);border:1px solid var(--line);border-radius:1.25rem;padding:1.25rem 1.5rem;margin-block:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.05rem;margin:0}
p{margin:.4rem 0;overflow-wrap:anywhere}.soft{color:var(--soft);font-size:.9rem}
a{color:var(--accent)}code{font:1.5rem/1.4 ui-monospace,monospace;letter-spacing:.12em;user-select:all}
small code{font-size:1em;letter-spacing:0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:.9rem/1.5 ui-monospace,monospace}
form{display:flex;gap:.5rem;flex-wrap:wrap;align-items:end}label{display:grid;gap:.25rem;font-size:.9rem;flex:1 1 14rem;min-inline-size:0}
input,select,button,.button{font:inherit;min-block-size:2.75rem;padding:.45rem .9rem;border-radius:.75rem;border:1px solid var(--strong);background:var(--paper);color:inherit;max-inline-size:100%}
button,.button{display:inline-flex;align-items:center;text-decoration:none;font-weight:560;cursor:pointer}form+form{margin-block-start:1rem}label :is(input,select){inline-size:100%;min-inline-size:0}button:hover,.button:hover{background:var(--ground)}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on)}
nav{display:flex;flex-wrap:wrap;gap:0 1rem;max-inline-size:44rem;margin:0 auto 1.25rem;font-size:.9rem}nav.wide{max-inline-size:80rem}nav a{color:inherit;padding-block:.5rem}nav a[aria-current]{font-weight:640;text-decoration:none}
.scroll{overflow-x:auto}table{border-collapse:collapse;inline-size:100%;font-size:.9rem}th,td{padding:.4rem .6rem;border-block-end:1px solid var(--line);text-align:start;vertical-align:top}td.long{overflow-wrap:anywhere}th{font-weight:600}
table code,li code,.inline code{font-size:1em;letter-spacing:0}ul{padding-inline-start:1.2rem}li{margin-block:.4rem}
.beside{display:grid;gap:1rem}@media(min-width:60rem){.beside{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.looks{display:flex;flex-wrap:wrap;gap:1.25rem;margin-block:1.5rem}.looks figure{max-inline-size:100%}.glass{overflow:hidden;inline-size:36rem;max-inline-size:100%;block-size:24rem;border:1px solid var(--line);border-radius:.75rem}.phone .glass{inline-size:13.75rem}
.glass iframe{inline-size:80rem;block-size:53.4rem;border:0;border-radius:0;transform:scale(.45);transform-origin:0 0}.phone iframe{inline-size:20rem;block-size:35rem;transform:scale(.6875)}
textarea{inline-size:100%;font:.9rem/1.5 ui-monospace,monospace;padding:.75rem;border:1px solid var(--strong);border-radius:.75rem;background:var(--ground);color:inherit}td svg{vertical-align:middle;margin-inline-end:.4rem}
.frames{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr))}figure{margin:0}figcaption{font-size:.9rem;margin-block-end:.4rem;color:var(--soft)}
iframe{inline-size:100%;block-size:44rem;border:1px solid var(--line);border-radius:.75rem;background:var(--paper)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
`
// On one line, so that no formatter adds a space to the hashed text.
const styleElement = `<style>${style}</style>`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = selfContainedPolicy(styleHash)

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
      'content-security-policy': page.framed === undefined ? policy : selfContainedPolicy(styleHash, page.framed),
      ...page.headers,
    },
  })
}
