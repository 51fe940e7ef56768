/** Makes the next form, call or message fail, once or as often as said. See `apps/gateway/src/devtools/faults.ts`. */
export function armFault(origin: string, fault: string, times = 1): Promise<void> {
  return tell(`${origin}/dev/faults`, { fault, times })
}

/** Moves the identity service's clock: `15m`, `-1h`. */
export function moveClock(origin: string, move: string): Promise<void> {
  return tell(`${origin}/dev/clock`, { move })
}

/** Puts the identity service's clock right again. */
export function resetClock(origin: string): Promise<void> {
  return tell(`${origin}/dev/clock`, { reset: true })
}

async function tell(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`The developer tools answered ${response.status}: ${await response.text()}`)
}
