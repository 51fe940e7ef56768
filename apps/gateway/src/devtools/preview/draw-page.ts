import type { AccountDeps } from '@gatehouse/account/page-deps'
import { newNonce } from '@gatehouse/http/policy'
import { exampleClients } from './open-preview.ts'
import { forFrame } from './for-frame.ts'
import { previewStates } from './preview-states.ts'
import type { OpenPages } from '../../edge/account-pages.ts'
import type { PageBrand } from '../../branding/page-brand.ts'

/** The options of a previewed page. */
export interface PageView {
  readonly state: string
  readonly scheme: 'light' | 'dark'
  readonly language: string
}

/** Draws a page of a site with another brand, and with example people; undefined: there is no such state. */
export type DrawPage = (
  brand: PageBrand,
  view: PageView,
) => Promise<{ readonly html: string; readonly nonce: string } | undefined>

/** Creates the function that draws the pages of a site. */
export function pageDrawer(openPages: OpenPages, deps: AccountDeps): DrawPage {
  const states = previewStates()
  const { publicOrigin } = deps
  const { client, oauth2 } = exampleClients(publicOrigin)
  return async (brand, { state, scheme, language }) => {
    const path = states.find(({ name }) => name === state)?.path
    if (path === undefined) return undefined
    const pages = await openPages({
      ...deps,
      client,
      adminClient: undefined,
      oauth2,
      reportMissingTexts: false,
      brand: () => brand,
      onError: () => undefined,
    })
    const nonce = newNonce()
    const cookie = `gatehouse_theme=${scheme}; gatehouse_language=${language}`
    const request = new Request(`${publicOrigin}${path}`, { headers: { accept: 'text/html', cookie } })
    const facts = { requestId: 'preview', clientAddress: '', nonce: () => nonce }
    const answer = await pages.handle(request, facts)
    return { html: forFrame(await answer.text(), nonce), nonce }
  }
}
