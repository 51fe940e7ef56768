import { isSafeAddress } from '../../../configuration/safe-address.ts'

/** The maximum size of a provider's answer. */
const mostBytes = 1024 * 1024
const timeoutMs = 10_000

/** A provider named an address to which codes and secrets must not be sent. */
export class UnsafeAddressError extends Error {}

/**
 * Creates the fetch for providers: only over https (or on this machine, in development; or at `plainHosts`, for which
 * the operator has chosen http), without redirects, with limits of time and size. Metadata of a provider name further
 * addresses, so each call is checked.
 */
export function createSafeFetch(fetch: typeof globalThis.fetch, dev: boolean, plainHosts: readonly string[] = []) {
  return async (address: string, init: RequestInit = {}): Promise<Response> => {
    if (!isSafeAddress(address, dev, plainHosts)) {
      throw new UnsafeAddressError(`the provider named an address that is not https: ${address}`)
    }
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])])
    const answer = await fetch(address, { ...init, redirect: 'manual', signal })
    const bytes = await readWithin(answer.body)
    const { status, statusText, headers } = answer
    return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers })
  }
}

/** Rejects with an `UnsafeAddressError`, before anything is sent, if the address is not safe. */
export type SafeFetch = ReturnType<typeof createSafeFetch>

async function readWithin(body: Response['body']): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw new Error('the answer of the provider is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks, size))
}
