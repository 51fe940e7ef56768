import { etagOf, isFresh } from '@gatehouse/http/answers'
import type { StaticAssets } from '@gatehouse/http/assets'
import { shippedCatalogues } from '@gatehouse/i18n/catalogues'
import { defaultLanguage, isNamespace } from '@gatehouse/i18n/languages'

interface Drawn {
  readonly json: string
  readonly etag: string
}

/**
 * The console's catalogues, which script loads for the pages that follow the first one: gaps filled in the default
 * language, as they are in the texts that travel with a page.
 */
export function consoleLocales(): StaticAssets {
  const drawn = new Map<string, Drawn>()
  const { language, resources } = shippedCatalogues()
  const draw = (path: string): Drawn | undefined => {
    const [, code, namespace = ''] = /^\/locales\/([\w-]+)\/(console\w*)\.json$/.exec(path) ?? []
    const spoken = language(code)?.code
    if (spoken === undefined || !isNamespace(namespace)) return undefined
    const known = drawn.get(path)
    if (known !== undefined) return known
    const texts = [defaultLanguage, spoken].map((one) => resources(one, [namespace])[namespace])
    const json = JSON.stringify(Object.fromEntries(texts.flatMap((one) => Object.entries(one ?? {}))))
    const made = { json, etag: etagOf(json) }
    drawn.set(path, made)
    return made
  }
  return {
    has: (path) => draw(path) !== undefined,
    serve: (request) => {
      const catalogue = draw(new URL(request.url).pathname)
      return catalogue === undefined ? undefined : answer(request, catalogue)
    },
  }
}

function answer({ method, headers: asked }: Request, { json, etag }: Drawn): Response {
  if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  const headers = { etag, 'cache-control': 'public, max-age=0, must-revalidate' }
  if (isFresh(asked, etag)) return new Response(null, { status: 304, headers })
  return new Response(method === 'HEAD' ? null : json, { headers: { ...headers, 'content-type': 'application/json' } })
}
