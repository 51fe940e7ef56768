import type { Log } from '@gatehouse/platform/log'
import type { Route } from '../edge/route.ts'

/** The maximum number of logged origins; further ones would add nothing. */
const mostNamed = 100

/** The dependencies of reporting refused scripts. */
export interface RefusedScriptsOptions {
  readonly publicUrl: URL
  readonly log: Log
  /** Names the setting that allows scripts of an origin; absent: they are allowed. */
  readonly settingFor: (origin: string) => string | undefined
}

/**
 * Logs for developers why a script of their application cannot call: browsers hide the reason from the script, and
 * their own messages do not name the setting. Once for each origin.
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
      log.warn({ requestId }, `A script of ${origin} may not read the answers to its calls. Fix: add it to ${setting}.`)
      return answer
    }
}
