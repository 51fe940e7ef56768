import type { Message, UiNode } from '@gatehouse/contract/flows'

import type { ProviderName } from '../../messages/oidc.ts'
import { submitNode } from '../../nodes/node.ts'

/** One button per provider. `name` is what pressing it submits. */
export function providerButtons(
  name: 'provider' | 'link' | 'unlink',
  providers: readonly ProviderName[],
  label: (provider: ProviderName) => Message,
): readonly UiNode[] {
  return providers.map((provider) => submitNode('oidc', name, provider.id, label(provider)))
}

/** The connections of an organization; without one, the providers that are there for everybody. */
export function ofOrganization<T extends { readonly organizationId: string | undefined }>(
  providers: readonly T[],
  organizationId: string | undefined,
): readonly T[] {
  return providers.filter((provider) => provider.organizationId === organizationId)
}
