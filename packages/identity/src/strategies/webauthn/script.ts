import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Route } from '../../http/route.ts'

/** The path from which pages load the script. */
export const scriptPath = '/.well-known/ory/webauthn.js'

const source = readFileSync(new URL('./browser/webauthn.js', import.meta.url), 'utf8')

/** The integrity value by which pages check the script before they run it. */
export const scriptIntegrity = `sha512-${createHash('sha512').update(source).digest('base64')}`

/** The script that the buttons of keys and passkeys call, for pages without an own script. */
export const scriptRoute: Route = {
  method: 'GET',
  path: scriptPath,
  handle: () =>
    new Response(source, {
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
        // Pages on other origins load it with `crossorigin`, which browsers allow only then. It holds no secret.
        'access-control-allow-origin': '*',
      },
    }),
}
