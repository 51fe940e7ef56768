import { personName } from '@gatehouse/contract/identities'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { supportsFeature } from '../people/engine.ts'
import { engineOrRemote } from '../people/engine.server.ts'
import type { FoundPerson } from './found.ts'

/** As many characters as the identity service takes. */
const longest = 200

/** Finds people who fit the input, at most `most` of them; no one if the role does not include them. */
export async function findPeople(scope: ProjectContext, typed: string, most: number): Promise<readonly FoundPerson[]> {
  const q = typed.trim().slice(0, longest)
  if (q === '' || !scope.may('listIdentities')) return []
  const searches = supportsFeature(await engineOrRemote(scope), 'search')
  const query = searches ? { search: q } : { preview_credentials_identifier_similar: q }
  const answer = await scope.admin.listIdentities({ ...query, page_size: most })
  if (answer.kind !== 'ok') return []
  return answer.body.map((identity) => ({
    id: identity.id,
    name: personName(identity),
    address: identity.verifiable_addresses?.[0]?.value ?? '',
  }))
}
