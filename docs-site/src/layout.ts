import { html, raw } from 'hono/html'
import { relativeTo } from './markdown/links.ts'
import { navigation } from './navigation.ts'
import type { Page } from './page.ts'
import { pathOf } from './sources.ts'

type Markup = ReturnType<typeof html>

/** Pages load only files beside them. Diagrams bring their style with them. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'"

interface ListedPage {
  readonly title: string
  readonly path: string
}

const order: readonly ListedPage[] = navigation.flatMap(({ entries }) =>
  entries.map(({ title, source, isDrawn }) => ({ title, path: isDrawn === true ? source : pathOf(source) })),
)

/**
 * Returns the whole document of a page. `repository`: the address at which the source of a document can be read, if it
 * is known.
 */
export async function frame(page: Page, repository: string | undefined): Promise<string> {
  const to = (path: string) => relativeTo(page.path, path)
  const at = order.findIndex(({ path }) => path === listedPath(page.path))
  const isListed = order[at]?.path === page.path
  const document = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${page.path === 'index.html' ? page.title : `${page.title} · Gatehouse`}</title>
        <link rel="icon" href="${to('assets/icon.svg')}" />
        <link rel="stylesheet" href="${to('assets/site.css')}" />
        <script src="${to('assets/look.js')}"></script>
        <script type="module" src="${to('assets/site.js')}"></script>
      </head>
      <body data-root="${to('.') || '.'}">
        <a class="skip" href="#main">Skip to the content</a>
        <header class="bar">
          <a class="mark" href="${to('index.html')}">${gate()}<span>Gatehouse</span></a>
          <button class="plain contents-button" popovertarget="contents">Contents</button>
          <search data-needs-script>
            <label class="hidden" for="search">Search the documentation</label>
            <input
              id="search"
              type="search"
              placeholder="Search"
              autocomplete="off"
              spellcheck="false"
              aria-describedby="search-count"
            />
            <p id="search-count" class="hidden" role="status"></p>
            <div id="search-results" class="results" hidden></div>
          </search>
          <button class="plain look-button" data-needs-script aria-label="Appearance: as the system">${looks()}</button>
        </header>
        <div class="columns">
          <nav id="contents" popover aria-label="Documentation">${contents(page.path, to)}</nav>
          <main id="main" tabindex="-1">
            <article>${raw(page.body)}</article>
            ${isListed ? neighbours(order[at - 1], order[at + 1], to) : ''}
            ${page.source === undefined ? '' : html`<p class="source">Source of this page: ${sourceOf(page.source, repository)}</p>`}
          </main>
          ${outline(page)}
        </div>
      </body>
    </html>`
  return document.toString()
}

function sourceOf(file: string, repository: string | undefined): Markup {
  return repository === undefined ? html`${file}` : html`<a href="${repository}/blob/main/${file}">${file}</a>`
}

/** Returns the page of the navigation that a page belongs to. */
function listedPath(path: string): string {
  return order.some((listed) => listed.path === path) ? path : path.replace(/[^/]*$/, 'index.html')
}

function contents(here: string, to: (path: string) => string): Markup {
  const listed = listedPath(here)
  return html`${navigation.map(
    ({ title, entries }) =>
      html`<h2>${title}</h2>
        <ul>
          ${entries.map(({ title: name, source, isDrawn }) => {
            const path = isDrawn === true ? source : pathOf(source)
            const current = path === here ? html`aria-current="page"` : path === listed ? html`aria-current="true"` : ''
            return html`<li><a href="${to(path)}" ${current}>${name}</a></li>`
          })}
        </ul>`,
  )}`
}

function outline({ sections }: Page): Markup {
  const parts = sections.filter(({ level, id }) => id !== '' && (level === 2 || level === 3))
  if (parts.length < 2) return html``
  return html`<nav class="outline" aria-label="On this page">
    <h2>On this page</h2>
    <ul>
      ${parts.map(({ id, heading, level }) => html`<li data-level="${level}"><a href="#${id}">${heading}</a></li>`)}
    </ul>
  </nav>`
}

function neighbours(
  before: ListedPage | undefined,
  after: ListedPage | undefined,
  to: (path: string) => string,
): Markup {
  const link = (listed: ListedPage | undefined, rel: 'prev' | 'next', word: string) =>
    listed === undefined
      ? ''
      : html`<a rel="${rel}" href="${to(listed.path)}"><small>${word}</small>${listed.title}</a>`
  return html`<nav class="neighbours" aria-label="Before and after">
    ${link(before, 'prev', 'Before')}${link(after, 'next', 'Next')}
  </nav>`
}

/** Draws the gate of the product's pages. */
function gate(): Markup {
  return html`<svg viewBox="0 0 28 28" width="28" height="28" fill="none" aria-hidden="true">
    <path d="M4 25V14a10 10 0 0 1 20 0v11" stroke="currentColor" stroke-width="3" stroke-linecap="round" />
    <path d="M10 26V15a4 4 0 0 1 8 0v11Z" fill="var(--accent)" />
  </svg>`
}

function looks(): Markup {
  return html`<svg
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    aria-hidden="true"
  >
    <circle cx="10" cy="10" r="7" />
    <path d="M10 3a7 7 0 0 1 0 14Z" fill="currentColor" stroke="none" />
  </svg>`
}
