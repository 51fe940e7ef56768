import { html } from 'hono/html'
import type { Finding } from '../process/finding.ts'
import { devtoolsPage, type DevtoolsPath } from './devtools-page.ts'

/** Shows the findings of `gatehouse check`. */
export function checksPage(findings: readonly Finding[], pages: readonly DevtoolsPath[]): Promise<Response> {
  return devtoolsPage({
    title: 'Checks',
    here: '/dev/checks',
    pages,
    body: html`<p class="soft">Looked at just now. In a terminal: <code>gatehouse check</code></p>
      ${findings.length === 0 ? html`<section class="card"><p>Nothing found.</p></section>` : ''}
      ${findings.map(
        ({ severity, subject, wrong, fix, at }) =>
          html`<section class="card">
            <h2>${severity === 'fault' ? 'Fault' : 'Warning'}: <code>${subject}</code></h2>
            <p>${sentence(wrong)}</p>
            <p><strong>Fix:</strong> ${sentence(fix)}</p>
            ${at === undefined || at === subject ? '' : html`<p class="soft">Where: <code>${at}</code></p>`}
          </section>`,
      )}`,
  })
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}
