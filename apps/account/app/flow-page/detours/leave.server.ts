import { type Destination, toDestination } from './destination.server.ts'

/** There is nothing left to do on a page: on to where the visitor wanted to go. */
export function leave(url: URL, publicOrigin: string): { readonly kind: 'go' } & Destination {
  const returnTo = url.searchParams.get('return_to')
  return { kind: 'go', ...toDestination(ownPlace(returnTo, publicOrigin) ?? '/', publicOrigin) }
}

/** A place on this origin. Here no service has looked at `return_to`, so any other is dropped. */
function ownPlace(returnTo: string | null, publicOrigin: string): string | undefined {
  if (returnTo === null || !URL.canParse(returnTo, publicOrigin)) return undefined
  const target = new URL(returnTo, publicOrigin)
  return target.origin === publicOrigin ? target.href : undefined
}
