import { counted } from '@gatehouse/contract/http'
import { html } from 'hono/html'
import { parseMove, type MovableClock } from './movable-clock.ts'
import { devtoolsPage, instant, type DevtoolsPath } from './devtools-page.ts'

const moves = ['1m', '15m', '1h', '1d', '30d', '-1h']

/** Shows the identity service's time, with forms that change it. */
export function clockPage(clock: MovableClock, pages: readonly DevtoolsPath[]): Promise<Response> {
  const seconds = Math.round(clock.offsetMs() / 1000)
  return devtoolsPage({
    title: 'Clock',
    here: '/dev/clock',
    pages,
    body: html`<p class="soft">
        The identity service’s own: flows, codes, sessions and messages go by it. Browsers do not.
      </p>
      <section class="card">
        <h2>${instant(clock.now())}</h2>
        <p>
          ${seconds === 0 ? 'As the system’s clock.' : html`${seconds > 0 ? '+' : ''}${counted(seconds, 'second')} from the system’s clock.`}
        </p>
        <form method="post" action="/dev/clock">
          ${moves.map((move) => html`<button name="move" value="${move}">${move.startsWith('-') ? move : `+${move}`}</button>`)}
          <button name="reset" value="true">Back to now</button>
        </form>
        <form method="post" action="/dev/clock">
          <label>To a moment (UTC) <input name="to" type="datetime-local" step="1" required /></label>
          <button>Go there</button>
        </form>
      </section>`,
  })
}

/** The clock for a program. */
export function clockFacts(clock: MovableClock): object {
  return { now: new Date(clock.now()).toISOString(), offset_ms: clock.offsetMs() }
}

/** Moves the clock by the request of a form or a program; returns the fault of the request. */
export function moveClock(clock: MovableClock, fields: ReadonlyMap<string, unknown>): string | undefined {
  if (fields.has('reset')) {
    clock.reset()
    return undefined
  }
  const { move, to } = Object.fromEntries(fields)
  if (typeof to === 'string' && to !== '') {
    // A form's time has no zone; the page states that it is UTC.
    const moment = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(to) ? to : `${to}Z`)
    if (Number.isNaN(moment)) return '"to" has to be a moment such as 2030-01-01T12:00:00Z.'
    clock.set(moment)
    return undefined
  }
  const ms = typeof move === 'string' ? parseMove(move) : undefined
  if (ms === undefined) return '"move" has to be a time such as 15m, 1h30m or -2d; or send "to" or "reset".'
  clock.move(ms)
  return undefined
}
