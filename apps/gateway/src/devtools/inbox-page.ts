import type { Markup } from '@gatehouse/http/answers'
import { html } from 'hono/html'
import { devtoolsPage, type DevtoolsPath } from './devtools-page.ts'
import type { Mail } from './mail.ts'

/** The inbox as a page, newest first. Works without script; `to` is the address it is narrowed to. */
export function inboxPage(
  mails: readonly Mail[],
  to: string | undefined,
  pages: readonly DevtoolsPath[],
): Promise<Response> {
  return devtoolsPage({
    title: 'Inbox',
    here: '/dev/inbox',
    pages,
    body: html`<p class="soft">Mails and text messages of this development service. Nothing leaves this machine.</p>
      <form action="/dev/inbox" method="get">
        <label>Recipient <input name="to" type="search" value="${to ?? ''}" placeholder="ada@example.com" /></label>
        <button>Show</button>
        <a class="button" href="/dev/inbox">All</a>
      </form>
      ${mails.length === 0 ? empty(to) : mails.map(card)}`,
  })
}

function empty(to: string | undefined): Markup {
  return html`<section class="card">
    <h2>No messages${to === undefined ? '' : html` for ${to}`}</h2>
    <p>Ask for a code on the <a href="/login">sign-in page</a>, then reload this page.</p>
  </section>`
}

function card(mail: Mail): Markup {
  const time = mail.createdAt.replace('T', ' ').slice(0, 19)
  return html`<article class="card">
    <h2>${mail.type === 'phone' ? 'Text message' : mail.subject}</h2>
    <p class="soft">
      To ${mail.to}, ${mail.status === 'sent' ? '' : html`<strong>${mail.status}</strong>, `}<time
        datetime="${mail.createdAt}"
        >${time} UTC</time
      >
    </p>
    ${mail.code === null ? '' : html`<p>Code: <code>${mail.code}</code></p>`}
    ${mail.link === null ? '' : html`<p><a href="${mail.link}">${mail.link}</a></p>`}
    <details>
      <summary>Full text</summary>
      <pre>${mail.body}</pre>
    </details>
  </article>`
}
