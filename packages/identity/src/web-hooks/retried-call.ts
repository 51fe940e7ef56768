import { OutboundFault, type OutboundAnswer, type OutboundReason } from '@gatehouse/platform/outbound'

/** What a try comes to. */
export type Tried = OutboundAnswer | OutboundFault

/** How long a call may take, and how it waits between its tries. Milliseconds. */
export interface Patience {
  /** For all tries together. */
  readonly limitMs: number
  readonly pause: (milliseconds: number) => Promise<void>
}

/** As Kratos has it: three tries in all. */
const waitsMs = [1_000, 2_000]

/** Faults of a moment. What the configuration, or a certificate, says is the same at the next try. */
const passing: ReadonlySet<OutboundReason> = new Set([
  'unknown_name',
  'refused',
  'unreachable',
  'broken',
  'not_http',
  'tls',
  'other',
])

/**
 * Calls again after a fault of the connection, a 429 or a 5xx (but 501), as a person waits for the answer. Returns the
 * result of the last try. `call` gives up when its signal says so.
 */
export async function retriedCall(
  call: (signal: AbortSignal) => Promise<Tried>,
  { limitMs, pause }: Patience,
): Promise<Tried> {
  const signal = AbortSignal.timeout(limitMs)
  const deadline = performance.now() + limitMs
  for (const waitMs of waitsMs) {
    const tried = await call(signal)
    if (!isPassing(tried)) return tried
    const nextMs = askedWaitMs(tried) ?? waitMs
    if (performance.now() + nextMs >= deadline) return tried
    await pause(nextMs)
  }
  return call(signal)
}

function isPassing(tried: Tried): boolean {
  return tried instanceof OutboundFault ? passing.has(tried.reason) : isAway(tried)
}

function isAway({ status }: OutboundAnswer): boolean {
  return status === 429 || (status >= 500 && status !== 501)
}

/** What the other side asks for, in seconds. */
function askedWaitMs(tried: Tried): number | undefined {
  if (tried instanceof OutboundFault) return undefined
  const { status, headers } = tried
  const text = headers.get('retry-after')
  if (text === null || (status !== 429 && status !== 503) || !/^\d{1,9}$/.test(text)) return undefined
  return Number(text) * 1_000
}
