import { localizeFlow } from '@gatehouse/i18n/translator'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { withoutSecrets } from '../without-secrets.ts'
import { type AddressProof, isAsking, proofAction, proofParameter } from './address-proof.ts'

/** The verification that the settings ask for the code of; nothing where it is over, or of another browser. */
export async function readAddressProof(url: URL, page: PageRequest): Promise<AddressProof | undefined> {
  const id = url.searchParams.get(proofParameter)
  if (id === null || id === '') return undefined
  const answer = await ask(page, (client, visitor) => client.getFlow('verification', { id }, visitor))
  if (answer.kind !== 'ok' || !isAsking(answer.body)) return undefined
  const flow = withoutSecrets(localizeFlow(answer.body, page.t))
  return { flow, action: proofAction(flow, url) }
}
