import type { AdminClient } from '@gatehouse/client/admin-client'
import { nextPageToken } from '@gatehouse/client/next-page'
import type { Identity } from '@gatehouse/contract/identity'
import { CommandFailure, refusal } from '../command-failure.ts'

/** One page of identities. `next` opens the one after it; nothing on the last. */
export interface IdentityPage {
  readonly identities: readonly Identity[]
  readonly next: string | undefined
}

/** Every type that may hold something to carry. */
const withConfig = ['password', 'oidc', 'totp', 'lookup_secret', 'webauthn', 'passkey']

/** Reads the pages of identities with all their credentials, beginning at a page token. */
export async function* identityPages(
  client: AdminClient,
  from: string | undefined,
  size: number,
): AsyncGenerator<IdentityPage> {
  for (let token = from; ;) {
    const answer = await client.listIdentities({
      page_size: size,
      page_token: token,
      include_credential: withConfig,
    })
    if (answer.kind === 'error') throw refusal(answer)
    if (answer.kind !== 'ok') throw new CommandFailure('The admin API answered in a way that cannot be followed.')
    const next = nextPageToken(answer.headers)
    // A service that names the page it has just given would be read for ever.
    if (next !== undefined && next === token) throw new CommandFailure('The admin API names the same page twice.')
    yield { identities: answer.body, next }
    if (next === undefined) return
    token = next
  }
}
