import { relative } from 'node:path'
import { createIdentityClient } from '@gatehouse/client/client'
import { createOAuth2Client } from '@gatehouse/client/oauth2-client'
import { measureTokens } from '@gatehouse/config/brand'
import type { AccountDeps } from '@gatehouse/account/page-deps'
import { stringify } from 'yaml'
import type { OpenPages } from '../../edge/account-pages.ts'
import { type Branding, textRules } from '../../branding/branding.ts'
import { type PageBrand, pageBrand } from '../../branding/page-brand.ts'
import type { RequestFacts } from '../../edge/route.ts'
import type { DevtoolsPath } from '../devtools-page.ts'
import { exampleOAuth2 } from './example-oauth2.ts'
import { exampleService } from './example-service.ts'
import { forFrame } from './for-frame.ts'
import { tryBrand } from './brand-fields.ts'
import { type Look, looks, previewPage } from './preview-page.ts'
import { previewStates } from './preview-states.ts'

/** The dependencies of one site's preview. */
export interface PreviewDeps {
  readonly branding: Branding
  /** Returns the current brand of the pages. */
  readonly present: () => PageBrand
  readonly openPages: OpenPages
  readonly pages: AccountDeps
}

/** Answers `/dev/preview`, `/dev/preview.json` and `/dev/preview.yml`. */
export type Preview = (
  query: URLSearchParams,
  facts: RequestFacts,
  as: 'page' | 'json' | 'yml',
  pages: readonly DevtoolsPath[],
) => Promise<Response>

/** Opens the preview: the account pages once more, with examples in the place of an identity service. */
export function openPreview({ branding, present, openPages, pages: deps }: PreviewDeps): Preview {
  const states = previewStates()
  const { client, oauth2 } = exampleClients(deps.publicOrigin)
  return async (query, facts, as, pages) => {
    const state = states.find(({ name }) => name === query.get('state')) ?? states[0]
    if (state === undefined) return new Response('There is nothing to show.\n', { status: 404 })
    const written = branding.written()
    const tried = tryBrand(query, written)
    const yaml = stringify({ brand: tried.document ?? {} })
    if (as === 'yml') return yamlFile(yaml)
    const pairs = measureTokens(tokensOf(tried.document), textRules())
    if (as === 'json') {
      const { document, faults } = tried
      return Response.json({ states: states.map(({ name }) => name), brand: document, faults, contrast: pairs })
    }
    const brand = tried.brand === undefined ? present() : pageBrand(tried.brand, present().name)
    const drawn = await openPages({
      ...deps,
      client,
      adminClient: undefined,
      oauth2,
      reportMissingTexts: false,
      brand: () => brand,
      onRefusedReturn: undefined,
      onError: () => undefined,
    })
    const nonce = facts.nonce()
    const frames = await Promise.all(
      looks.map(async (look) => {
        const answer = await drawn.handle(asked(`${deps.publicOrigin}${state.path}`, look), facts)
        return { ...look, html: forFrame(await answer.text(), nonce) }
      }),
    )
    return previewPage({
      pages,
      states,
      state,
      tried,
      file: shownPath(written.file),
      pairs,
      frames,
      yaml,
      query,
      nonce,
    })
  }
}

/** Returns clients of services that only have examples. */
export function exampleClients(publicOrigin: string) {
  const client = createIdentityClient({ baseUrl: publicOrigin, fetch: exampleService(), timeoutMs: 0 })
  const oauth2 = createOAuth2Client({ baseUrl: publicOrigin, fetch: exampleOAuth2(), timeoutMs: 0 })
  return { client, oauth2 }
}

function asked(url: string, { theme, language }: Look): Request {
  const cookie = `gatehouse_theme=${theme}; gatehouse_language=${language}`
  return new Request(url, { headers: { accept: 'text/html', cookie } })
}

function yamlFile(yaml: string): Response {
  return new Response(yaml, {
    headers: {
      'content-type': 'application/yaml; charset=utf-8',
      'content-disposition': 'attachment; filename="gatehouse.yml"',
    },
  })
}

/** Relative to the folder in which the gateway was started: most likely it was named so. */
function shownPath(file: string | undefined): string | undefined {
  const near = file === undefined ? undefined : relative('.', file)
  return near?.startsWith('..') === true ? file : near
}

function tokensOf(document: unknown): unknown {
  return typeof document === 'object' && document !== null ? Reflect.get(document, 'tokens') : undefined
}
