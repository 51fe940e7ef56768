import type { AdminClient } from '@gatehouse/client/admin-client'
import type { FetchHandler } from '@gatehouse/http/fetch-handler'
import type { DeskHooks } from '@gatehouse/identity/configuration/devtools-hooks'
import type { Pages } from '../sites/account-pages.ts'
import type { RequestFacts } from '../edge/route.ts'
import { createDesk, type Desk, type DeskParts, type DrawPage } from './devtools.ts'
import { createDeskClock, type DeskClock } from './movable-clock.ts'
import { createFaults } from './faults.ts'
import { createHistory, type Caller } from './history.ts'
import type { Preview } from './preview/open-preview.ts'
import { deskRequestId, tapped } from './tap.ts'
import { testCodeOf } from './test-codes.ts'

/** What development mode lays over one site: faults and notes between the pages and their identity service. */
export interface DeskTop {
  readonly clock: DeskClock
  /** For the embedded identity service. */
  readonly hooks: DeskHooks
  tap(service: FetchHandler, caller: Caller): FetchHandler
  /** The desk's pages at an origin. */
  open(parts: Pick<DeskParts, 'publicUrl' | 'inspectFlow'> & { readonly admin: AdminClient | undefined }): OpenDesk
}

/** Makes the desk once the account pages are there. */
export type OpenDesk = (pages: Pages, preview: Preview) => Desk

/** Lays out a desk. `hasClock`: the identity service goes by its clock. */
export function layOutDesk({ hasClock }: { readonly hasClock: boolean }): DeskTop {
  const clock = createDeskClock()
  const faults = createFaults()
  const history = createHistory(() => clock.now())
  return {
    clock,
    hooks: { codeOf: testCodeOf, failsToSend: () => faults.take('courier_down') },
    tap: (service, caller) => tapped(service, { faults, history }, caller),
    open:
      ({ publicUrl, admin, inspectFlow }) =>
      (pages, preview) =>
        createDesk(
          { publicUrl, admin, inspectFlow, faults, history, preview, clock: hasClock ? clock : undefined },
          drawer(pages, publicUrl),
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
    const quiet: RequestFacts = { ...facts, requestId: deskRequestId }
    const answer = await pages.handle(new Request(`${publicUrl.origin}${path}`, { headers: own }), quiet)
    // A frame of the desk runs no script; those of the page would only be noise in the console.
    const html = (await answer.text()).replace(/<script\b.*?<\/script>/gs, '').replaceAll(/ autofocus=""/gi, '')
    return { html, nonce: facts.nonce() }
  }
}
