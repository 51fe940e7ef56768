import { html } from 'hono/html'
import { devtoolsPage, type DevtoolsPath } from './devtools-page.ts'
import { faultKinds, isFaultKind, type Faults } from './faults.ts'

/** Shows the faults that can be injected, and the armed ones. */
export function faultsPage(faults: Faults, pages: readonly DevtoolsPath[]): Promise<Response> {
  const armed = faults.armed()
  return devtoolsPage({
    title: 'Faults',
    here: '/dev/faults',
    pages,
    body: html`<p class="soft">Each happens once, or as often as you say, and then no more.</p>
      ${Object.entries(faultKinds).map(
        ([kind, about]) =>
          html`<section class="card inline">
            <h2><code>${kind}</code></h2>
            <p>${about}</p>
            <form method="post" action="/dev/faults">
              <input type="hidden" name="fault" value="${kind}" />
              <label>Times <input name="times" type="number" min="0" max="100" value="1" /></label>
              <button>Arm</button>
            </form>
            <p class="soft">${isFaultKind(kind) && armed[kind] > 0 ? html`Armed: ${armed[kind]}` : 'Not armed'}</p>
          </section>`,
      )}
      <form method="post" action="/dev/faults"><button name="fault" value="none">Disarm all</button></form>`,
  })
}

/** Arms the fault that a form or a program requests; returns the fault of the request. */
export function armFault(faults: Faults, fields: ReadonlyMap<string, unknown>): string | undefined {
  const fault = fields.get('fault')
  const browser = fields.get('browser')
  if (browser !== undefined && (typeof browser !== 'string' || !/^[\w-]{1,100}$/.test(browser))) {
    return '"browser" has to be the value of its cookie gatehouse_browser: letters, digits, "_" and "-".'
  }
  if (fault === 'none') {
    faults.clear(browser)
    return undefined
  }
  if (fault === 'courier_down' && browser !== undefined) return 'A message is of no browser: leave "browser" out.'
  if (!isFaultKind(fault)) return `"fault" has to be one of ${Object.keys(faultKinds).join(', ')}, or none.`
  const times = Number(fields.get('times') ?? 1)
  if (!Number.isInteger(times) || times < 0 || times > 100) return '"times" has to be a whole number from 0 to 100.'
  faults.arm(fault, times, browser)
  return undefined
}
