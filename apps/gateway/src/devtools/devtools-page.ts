import { selfContainedPage, type Markup, type SelfContainedPage } from '@gatehouse/http/self-contained-page'
import { html } from 'hono/html'

/** TABLE: the pages of the desk, in the order of its navigation. */
export const deskPlaces = [
  { path: '/dev/inbox', title: 'Inbox', about: 'Mails and text messages, with their codes and links.' },
  { path: '/dev/flow', title: 'Flows', about: 'What a flow holds and how it got there, beside the page it draws.' },
  { path: '/dev/faults', title: 'Faults', about: 'Lets the next form expire, be one too many, or reach nobody.' },
  { path: '/dev/clock', title: 'Clock', about: 'Moves the identity service through time.' },
  {
    path: '/dev/preview',
    title: 'Preview',
    about: 'The pages with the present branding, light, dark and right to left.',
  },
] as const

/** The path of a page of the desk. */
export type DeskPath = (typeof deskPlaces)[number]['path']

/** What a page of the desk says, and how it is answered: with 200 where no `status` says otherwise. */
export interface DeskPageOptions {
  readonly title: string
  /** Which of the places this is; absent: the index. */
  readonly here?: DeskPath
  /** Those that exist here. */
  readonly places: readonly DeskPath[]
  readonly body: Markup
  readonly wide?: boolean
  readonly status?: number
  readonly framed?: SelfContainedPage['framed']
}

/** A page of the desk, with the way to the others. Works without script. */
export function deskPage({ title, here, places, body, wide, status, framed }: DeskPageOptions): Promise<Response> {
  const shown = deskPlaces.filter(({ path }) => places.includes(path))
  return selfContainedPage({
    title: `${title} · developers’ desk`,
    ...(status !== undefined && { status }),
    framed,
    body: html`<nav class="${wide === true ? 'wide' : ''}" aria-label="Developers’ desk">
        <a href="/dev" ${here === undefined ? html`aria-current="page"` : ''}>Desk</a>
        ${shown.map(
          (place) =>
            html`<a href="${place.path}" ${place.path === here ? html`aria-current="page"` : ''}>${place.title}</a>`,
        )}
        <a href="/">Pages</a>
      </nav>
      <main class="${wide === true ? 'wide' : ''}">
        <h1>${title}</h1>
        ${body}
      </main>`,
  })
}

/** A moment as people of every place read it. */
export function instant(unixMs: number): Markup {
  const iso = new Date(unixMs).toISOString()
  return html`<time datetime="${iso}">${iso.replace('T', ' ').slice(0, 19)} UTC</time>`
}
