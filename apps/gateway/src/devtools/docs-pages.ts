import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadStaticAssets, type StaticAssets } from '@gatehouse/http/assets'
import { html } from 'hono/html'
import { devtoolsPage, type DevtoolsPath } from './devtools-page.ts'

/** The folder of the built documentation: `npm start` and `npm run dev` renew it, and a bundle has a copy. */
export const builtDocs = fileURLToPath(new URL('../../../../docs-site/dist', import.meta.url))

/** The documentation that `npm run docs` builds. */
export interface DocsPages {
  /** Answers `/dev/docs/` and everything below it. */
  show(request: Request, pages: readonly DevtoolsPath[]): Promise<Response>
  isBuilt(): Promise<boolean>
}

const at = '/dev/docs'
/** The policy allows only its own files; diagrams contain their styles. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Serves the documentation of a folder, also after a new build. */
export function openDocs(folder: string): DocsPages {
  let known: { readonly builtAt: number; readonly files: Promise<StaticAssets> } | undefined
  const builtAt = async () => {
    // The folder is replaced as a whole.
    const index = await stat(join(folder, 'index.html')).catch(() => undefined)
    return index?.mtimeMs
  }
  const read = async (): Promise<StaticAssets | undefined> => {
    const now = await builtAt()
    if (now === undefined) return undefined
    if (known?.builtAt !== now) known = { builtAt: now, files: loadStaticAssets(folder, at) }
    return known.files
  }
  return {
    isBuilt: async () => (await builtAt()) !== undefined,
    async show(request, pages) {
      const url = new URL(request.url)
      if (url.pathname.endsWith('/')) url.pathname += 'index.html'
      const files = await read()
      if (files === undefined) return notBuilt(pages)
      const file = await files.serve(new Request(url, request))
      if (file === undefined) return missing(pages)
      const headers = new Headers(file.headers)
      // A new build keeps the names of pages.
      headers.set('cache-control', 'no-cache')
      headers.set('content-security-policy', policy)
      return new Response(file.body, { status: file.status, headers })
    },
  }
}

function notBuilt(pages: readonly DevtoolsPath[]): Promise<Response> {
  const body = html`<section class="card inline">
    <h2>It is not built</h2>
    <p>In a copy of the repository <code>npm run docs</code> builds it, and says why if that fails.</p>
  </section>`
  return devtoolsPage({ title: 'Documentation', here: '/dev/docs', pages, status: 503, body })
}

function missing(pages: readonly DevtoolsPath[]): Promise<Response> {
  const body = html`<p>The documentation has no such page. <a href="/dev/docs/">Its start</a></p>`
  return devtoolsPage({ title: 'Documentation', here: '/dev/docs', pages, status: 404, body })
}
