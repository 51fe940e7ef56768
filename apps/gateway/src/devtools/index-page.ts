import { html } from 'hono/html'
import { devtoolsPage, devtoolsPages, type DevtoolsPath } from './devtools-page.ts'

/** Shows the list of the developer tools. */
export function indexPage(pages: readonly DevtoolsPath[]): Promise<Response> {
  return devtoolsPage({
    title: 'Developer tools',
    pages,
    body: html`<p class="soft">
        There in development mode alone, on this machine alone. Every page has a twin in JSON.
      </p>
      ${devtoolsPages
        .filter(({ path }) => pages.includes(path))
        .map(
          ({ path, title, about }) =>
            html`<section class="card inline">
              <h2><a href="${path}">${title}</a></h2>
              <p>${about}</p>
              <p class="soft"><code>${path}.json</code></p>
            </section>`,
        )}
      <section class="card inline">
        <h2>Test addresses</h2>
        <p>
          An address with <code>+code</code> and six digits always gets that code:
          <code>ada+code424242@example.com</code> gets 424242. Telephone numbers that are reserved for fiction, such as
          <code>+12025550142</code>, get their last six digits.
        </p>
      </section>`,
  })
}
