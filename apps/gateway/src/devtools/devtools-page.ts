import { selfContainedPage, type Markup, type SelfContainedPage } from '@gatehouse/http/answers'
import { html } from 'hono/html'

/** TABLE: the pages of the developer tools, in the order of its navigation. */
export const devtoolsPages = [
  { path: '/dev/inbox', title: 'Inbox', about: 'Emails and text messages, with their codes and links.' },
  { path: '/dev/flow', title: 'Flows', about: 'What a flow holds and how it got there, beside the page it draws.' },
  { path: '/dev/faults', title: 'Faults', about: 'Lets the next form expire, exceed a limit, or get no answer.' },
  {
    path: '/dev/checks',
    title: 'Checks',
    about: 'What is wrong with settings, addresses, secrets and services, and the line to change.',
  },
  { path: '/dev/clock', title: 'Clock', about: 'Moves the identity service through time.' },
  {
    path: '/dev/preview',
    title: 'Preview',
    about: 'The pages with the present branding, light, dark and right to left.',
  },
  { path: '/dev/docs', title: 'Documentation', about: 'Guides, settings, calls and reasons, with a search.' },
] as const

/** The path of a page of the developer tools. */
export type DevtoolsPath = (typeof devtoolsPages)[number]['path']

/** The contents of a page of the developer tools. `status` is 200 by default. */
export interface DevtoolsPageOptions {
  readonly title: string
  /** The current page; absent: the index. */
  readonly here?: DevtoolsPath
  /** The pages that exist here. */
  readonly pages: readonly DevtoolsPath[]
  readonly body: Markup
  readonly wide?: boolean
  readonly status?: number
  readonly framed?: SelfContainedPage['framed']
}

/** A page of the developer tools, with links to the others. Works without script. */
export function devtoolsPage({
  title,
  here,
  pages,
  body,
  wide,
  status,
  framed,
}: DevtoolsPageOptions): Promise<Response> {
  const shown = devtoolsPages.filter(({ path }) => pages.includes(path))
  return selfContainedPage({
    title: `${title} · developer tools`,
    ...(status !== undefined && { status }),
    framed,
    body: html`<nav class="${wide === true ? 'wide' : ''}" aria-label="Developer tools">
        <a href="/dev" ${here === undefined ? html`aria-current="page"` : ''}>Developer tools</a>
        ${shown.map(
          (page) =>
            html`<a href="${page.path}" ${page.path === here ? html`aria-current="page"` : ''}>${page.title}</a>`,
        )}
        <a href="/">Pages</a>
      </nav>
      <main class="${wide === true ? 'wide' : ''}">
        <h1>${title}</h1>
        ${body}
      </main>`,
  })
}

/** A moment in a form that every locale reads. */
export function instant(unixMs: number): Markup {
  const iso = new Date(unixMs).toISOString()
  return html`<time datetime="${iso}">${iso.replace('T', ' ').slice(0, 19)} UTC</time>`
}
