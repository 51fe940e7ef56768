import { withoutScripts } from '@gatehouse/contract/http'
import type { AdminClient } from '@gatehouse/client/admin-client'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { DevtoolsHooks } from '@gatehouse/identity/service'
import type { Pages } from '../edge/account-pages.ts'
import type { RequestFacts } from '../edge/route.ts'
import { builtDocs } from './docs-pages.ts'
import { createDevtools, type Devtools, type DevtoolsParts, type DrawPage } from './devtools.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { createFaults } from './faults.ts'
import { createHistory, type Caller } from './history.ts'
import type { Preview } from './preview/open-preview.ts'
import { devtoolsRequestId, tapped } from './tap.ts'
import { testCodeOf } from './test-codes.ts'

/** The developer tools of one site: faults and notes between the pages and their identity service. */
export interface DevtoolsInstance {
  readonly clock: MovableClock
  /** The hooks of the embedded identity service. */
  readonly hooks: DevtoolsHooks
  tap(service: FetchHandler, caller: Caller): FetchHandler
  /** The pages of the developer tools at an origin. */
  open(
    parts: Pick<DevtoolsParts, 'publicUrl' | 'inspectFlow' | 'findings'> & { readonly admin: AdminClient | undefined },
  ): OpenDevtools
}

/** Creates the developer tools once the account pages exist. */
export type OpenDevtools = (pages: Pages, preview: Preview) => Devtools

/** The options of the developer tools beside their site. */
export interface DevtoolsOptions {
  /** Whether the identity service uses their clock. */
  readonly hasClock: boolean
}

/** Creates the developer tools of one site. */
export function createDevtoolsInstance({ hasClock }: DevtoolsOptions): DevtoolsInstance {
  const clock = createMovableClock()
  const faults = createFaults()
  const history = createHistory(() => clock.now())
  return {
    clock,
    hooks: { codeOf: testCodeOf, failsToSend: () => faults.take('courier_down') },
    tap: (service, caller) => tapped(service, { faults, history }, caller),
    open: (parts) => (pages, preview) =>
      createDevtools(
        { ...parts, docsFolder: builtDocs, faults, history, preview, clock: hasClock ? clock : undefined },
        drawer(pages, parts.publicUrl),
      ),
  }
}

function drawer(pages: Pages, publicUrl: URL): DrawPage {
  return async (path, headers, facts) => {
    const own = new Headers({ accept: 'text/html' })
    for (const name of ['cookie', 'accept-language']) {
      const value = headers.get(name)
      if (value !== null) own.set(name, value)
    }
    const quiet: RequestFacts = { ...facts, requestId: devtoolsRequestId }
    const answer = await pages.handle(new Request(`${publicUrl.origin}${path}`, { headers: own }), quiet)
    // A frame of the developer tools runs no script; those of the page would only be noise in the console.
    const html = withoutScripts(await answer.text()).replaceAll(/ autofocus=""/gi, '')
    return { html, nonce: facts.nonce() }
  }
}
