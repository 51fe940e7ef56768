import { nextPageToken, type AdminClient } from '@gatehouse/client/admin-client'
import type { Answer, Query } from '@gatehouse/client/client'
import type { Identity } from '@gatehouse/contract/identities'

/** One page of identities, or why there is none. `next` opens the following one; undefined on the last. */
export type IdentityPage =
  | { readonly kind: 'page'; readonly identities: readonly Identity[]; readonly next: string | undefined }
  | { readonly kind: 'refused'; readonly answer: Exclude<Answer<unknown>, { kind: 'ok' }> }
  /** A service that names the page it has just given would be read for ever. */
  | { readonly kind: 'endless' }

/** Every type that may hold something to carry. */
export const carriedTypes: readonly string[] = ['password', 'oidc', 'totp', 'lookup_secret', 'webauthn', 'passkey']

/** Reads the pages of identities, beginning at a page token; ends with the last one, or with a refusal. */
export async function* identityPages(
  client: Pick<AdminClient, 'listIdentities'>,
  from: string | undefined,
  query: Exclude<Query, URLSearchParams>,
): AsyncGenerator<IdentityPage> {
  for (let token = from; ;) {
    const answer = await client.listIdentities({ ...query, page_token: token })
    if (answer.kind !== 'ok') {
      yield { kind: 'refused', answer }
      return
    }
    const next = nextPageToken(answer.headers)
    if (next !== undefined && next === token) {
      yield { kind: 'endless' }
      return
    }
    yield { kind: 'page', identities: answer.body, next }
    if (next === undefined) return
    token = next
  }
}
