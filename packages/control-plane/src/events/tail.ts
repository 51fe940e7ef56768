import { setTimeout as delay } from 'node:timers/promises'

import { isWanted, readAfter, tokenOf, type Placed, type Position, type Wanted } from './position.ts'
import type { ProjectSources } from './sources.ts'

/** The polling interval without a signal, in milliseconds. */
const lookAgainMs = 2_000
const heartbeatMs = 15_000
/** Longer connections are closed; browsers reconnect automatically and resume there. */
const longestMs = 10 * 60_000
const atOnce = 100

/** Waits for events after a position, no longer than `waitMs`. Empty: none came. */
export async function awaitAfter(
  sources: () => ProjectSources,
  position: Position,
  limit: number,
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<readonly Placed[]> {
  const end = performance.now() + waitMs
  for (;;) {
    // A stop closes the outboxes as well.
    if (signal.aborted) return []
    const change = watch(sources())
    try {
      const found = await readAfter(sources(), position, limit)
      const left = end - performance.now()
      if (found.length > 0 || left <= 0) return found
      const either = AbortSignal.any([signal, change.signal])
      await delay(Math.min(left, lookAgainMs), undefined, { signal: either }).catch(() => undefined)
    } finally {
      change.end()
    }
  }
}

/** Watches for stored events. It begins before the look, so that no event is missed between look and wait. */
function watch(sources: ProjectSources): { readonly signal: AbortSignal; readonly end: () => void } {
  const woken = new AbortController()
  const ends = [sources.identity, sources.project].map((source) => source?.onStored(() => woken.abort()))
  return {
    signal: woken.signal,
    end: () => {
      for (const end of ends) end?.()
    },
  }
}

/** The options of a live tail. */
export interface TailOptions {
  readonly sources: () => ProjectSources
  readonly start: Position
  readonly wanted: Wanted
  readonly signal: AbortSignal
  /** Called before anything is sent: a reader without permission gets no further events. */
  readonly stillAllowed: () => Promise<boolean>
}

/**
 * Streams the events from a position on as server-sent events: the id is the position, for `Last-Event-ID`; the event's
 * name is its type; the data is the envelope.
 */
export function tailEvents({ sources, start, wanted, signal, stillAllowed }: TailOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const gone = new AbortController()
  const over = AbortSignal.any([signal, gone.signal, AbortSignal.timeout(longestMs)])
  let position = start

  /** Returns the matching ones among the next events; empty: none came for a while. */
  async function next(): Promise<readonly Placed[]> {
    for (;;) {
      const found = await awaitAfter(sources, position, atOnce, { waitMs: heartbeatMs, signal: over })
      position = found.at(-1)?.position ?? position
      const own = found.filter(({ event }) => isWanted(event, wanted))
      if (own.length > 0 || found.length === 0) return own
      // Other requests get their turn during a long search for matching events.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  return new ReadableStream<Uint8Array>({
    // Reports at once that the stream is open, and from which position.
    start: (controller) => controller.enqueue(encoder.encode(`retry: 1000\nid: ${tokenOf(start)}\n: open\n\n`)),
    pull: async (controller) => {
      const found = await next()
      if (over.aborted || !(await stillAllowed())) return controller.close()
      // The id is the position after the omitted events: a reader that resumes there skips them.
      const quiet = `id: ${tokenOf(position)}\n: still here\n\n`
      controller.enqueue(encoder.encode(found.length === 0 ? quiet : found.map(messageOf).join('')))
    },
    cancel: () => gone.abort(),
  })
}

function messageOf({ event, position }: Placed): string {
  return `id: ${tokenOf(position)}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
