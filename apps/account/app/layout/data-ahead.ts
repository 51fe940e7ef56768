import { useEffect } from 'react'
import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'

/**
 * Pages whose data may be read before a press, with the route that reads them. Settings and overview are excluded:
 * reading them creates a flow.
 */
const readers: Readonly<Record<string, string>> = {
  '/sessions': 'routes/sessions/route',
  '/activity': 'routes/activity/route',
  '/settings/data': 'routes/your-data/route',
}

/** The time, in milliseconds, for which data are fresh once they arrived: as long as a press follows a pointer. */
const freshMs = 5000

interface Ahead {
  readonly page: string
  readonly data: Promise<unknown>
  /** When the data came. */
  at: number | undefined
}

// In the memory of this document alone: a browser keeps nothing of an account.
let ahead: Ahead | undefined

/** Asks for the data of a page that a person is about to open, unless they are there or on their way. */
export function fetchAhead(page: string): void {
  const reader = readers[page]
  if (reader === undefined || (ahead && isFreshOf(ahead, page))) return
  const asked: Ahead = {
    page,
    data: read(page, reader).finally(() => (asked.at = performance.now())),
    at: undefined,
  }
  ahead = asked
}

/** Returns the loader of a page's data in the browser: data fetched ahead, once, else the service's current answer. */
export function withAhead<T>({ pathname, search }: URL, serverLoader: () => Promise<T>): () => Promise<T> {
  return async () => {
    const held = ahead
    ahead = undefined
    const data = held && isFreshOf(held, pathname + search) ? await held.data : undefined
    // The server's own answer to the same question, as `serverLoader` would have read it.
    return (data as T | undefined) ?? serverLoader()
  }
}

/** Drops data that was fetched before a form was sent, or meanwhile: it does not have the form's changes. */
export function useAheadForgotten(formMethod: string | undefined): void {
  useEffect(() => {
    ahead = undefined
  }, [formMethod])
}

function isFreshOf({ page, at = performance.now() }: Ahead, wanted: string): boolean {
  return page === wanted && performance.now() - at < freshMs
}

/** Undefined for a redirect or a failure: the press asks again, and the router follows or reports it. */
async function read(page: string, reader: string): Promise<unknown> {
  try {
    const { status, body } = await fetch(`${page}.data?_routes=${encodeURIComponent(reader)}`)
    if (status !== 200 || body === null) return undefined
    const { value } = await decode(body, window)
    return (value as Readonly<Record<string, { readonly data?: unknown }>>)[reader]?.data
  } catch {
    return undefined
  }
}
