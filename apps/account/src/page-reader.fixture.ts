import {
  attributeOf,
  decodeHtml,
  fieldsOf,
  formWith,
  refreshOf,
  withoutScripts,
  type Visitor,
} from '@gatehouse/testing/browser'
import { origin } from './identity.fixture.ts'

/** A page as a browser without script sees it. */
export interface Page {
  readonly status: number
  readonly headers: Headers
  /** Path and query in the address bar. */
  readonly path: string
  readonly html: string
  readonly title: string
}

/** The input of a person, by field name. */
export type Typed = Readonly<Record<string, string>>

/** A browser without script: follows links and redirects, fills forms, presses buttons. */
export interface PageReader {
  readonly visitor: Visitor
  /** Opens a path and follows redirects. */
  open(path: string, headers?: HeadersInit): Promise<Page>
  /** Fills the form that has `button` and presses it; `[name, value]` as in the page. */
  press(page: Page, button: readonly [string, string], typed?: Typed): Promise<Page>
}

const ownForm = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }

/** Returns the reader of one visitor. */
export function createReader(visitor: Visitor): PageReader {
  const load = async (path: string, init: RequestInit): Promise<Page> => {
    let response = await visitor.fetch(new URL(path, origin), init)
    let html = await response.text()
    let at = path
    for (let hop = 0; hop < 10; hop += 1) {
      const target = nextOf(response, html, at)
      if (target === undefined) break
      at = `${target.pathname}${target.search}`
      response = await visitor.fetch(target, { headers: { Accept: 'text/html' } })
      html = await response.text()
    }
    return { status: response.status, headers: response.headers, path: at, html, title: titleOf(html) }
  }
  return {
    visitor,
    open: (path, headers = {}) =>
      load(path, { headers: { Accept: 'text/html', ...Object.fromEntries(new Headers(headers)) } }),
    press: (page, button, typed = {}) => {
      const form = formWith(page.html, button)
      if (form === undefined) throw new Error(`no form with a button ${button.join('=')} in: ${shown(page)}`)
      const body = new URLSearchParams(form.fields.map(([name, value]) => [name, value]))
      for (const [name, value] of Object.entries(typed)) body.set(name, value)
      body.append(...button)
      return load(form.action, {
        method: 'POST',
        headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded', ...ownForm },
        body: body.toString(),
      })
    },
  }
}

/** Returns the address to which a browser continues: by a redirect, or by a page that redirects within this site. */
function nextOf(response: Response, html: string, at: string): URL | undefined {
  const here = new URL(at, origin)
  const location = response.headers.get('location')
  if (location !== null) return new URL(location, here)
  const refresh = refreshOf(html)
  const target = refresh === undefined ? undefined : new URL(refresh, here)
  return target?.origin === origin ? target : undefined
}

/** Returns the visible part of a page, without the texts that are sent with it for script. */
export function shown({ html }: Page): string {
  return withoutScripts(html)
}

/** Returns the value of a page's field. */
export function valueOf(page: Page, name: string): string | undefined {
  return fieldsOf(page.html).find(([one]) => one === name)?.[1]
}

function titleOf(html: string): string {
  return decodeHtml(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
}

/** Returns the values of all buttons of a name. */
export function buttonValues(page: Page, name: string): readonly string[] {
  const buttons = [...page.html.matchAll(/<button([^>]*)>/g)].map(([, button = '']) => button)
  return buttons.filter((one) => attributeOf(one, 'name') === name).map((one) => attributeOf(one, 'value') ?? '')
}
