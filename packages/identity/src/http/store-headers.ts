import type { HeaderList } from './listener.ts'

const notStored: HeaderList = [['cache-control', 'private, no-cache, no-store, must-revalidate']]
const personal: HeaderList = [['vary', 'Cookie']]
const personalNotStored: HeaderList = [...notStored, ...personal]

/** Answers to other methods are not cached unless they allow it. */
export function noStore({ method }: Request): HeaderList {
  return method === 'GET' ? notStored : []
}

/** Returns the headers of the public listener: answers about health and version are the same for every visitor. */
export function publicHeaders(request: Request, { pathname }: URL): HeaderList {
  if (pathname === '/version' || pathname.startsWith('/health/')) return noStore(request)
  return request.method === 'GET' ? personalNotStored : personal
}
