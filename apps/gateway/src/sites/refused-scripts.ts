import type { Log } from '@gatehouse/platform/log'
import type { Route } from '../edge/route.ts'

/** So many origins are logged; further ones would add nothing. */
const mostNamed = 100

/** What naming refused scripts takes. */
export interface RefusedScriptsOptions {
  readonly publicUrl: URL
  readonly log: Log
  /** What lets scripts of an origin call, in words; absent: they may. */
  readonly settingFor: (origin: string) => string | undefined
}

/**
 * Tells developers why a script of their application cannot call: browsers keep it from the script, and their own words
 * do not say what to set. Once for each origin.
 */
export function nameRefusedScripts({ publicUrl, log, settingFor }: RefusedScriptsOptions) {
  const named = new Set<string>()
  return (handle: Route['handle']): Route['handle'] =>
    async (request, facts) => {
      const answer = await handle(request, facts)
      const origin = request.headers.get('origin')
      const isOther = origin !== null && origin !== publicUrl.origin && URL.parse(origin) !== null
      if (!isOther || named.has(origin) || answer.headers.has('access-control-allow-origin')) return answer
      const setting = named.size < mostNamed ? settingFor(origin) : undefined
      if (setting === undefined) return answer
      named.add(origin)
      const { requestId } = facts
      log.warn({ requestId }, `A script of ${origin} may not read what it asked for. Fix: add it to ${setting}.`)
      return answer
    }
}
