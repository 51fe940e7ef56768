import type { Message, UiNode } from '@gatehouse/contract/flows'

import type { ProviderName } from '../../messages/oidc.ts'
import { submitNode } from '../../nodes/node.ts'

/** Returns one button per provider. `name` is the field that it submits. */
export function providerButtons(
  name: 'provider' | 'link' | 'unlink',
  providers: readonly ProviderName[],
  label: (provider: ProviderName) => Message,
): readonly UiNode[] {
  return providers.map((provider) => submitNode('oidc', name, provider.id, label(provider)))
}

/** Returns the connections of an organization; without one, the project's providers. */
export function ofOrganization<T extends { readonly organizationId: string | undefined }>(
  providers: readonly T[],
  organizationId: string | undefined,
): readonly T[] {
  return providers.filter((provider) => provider.organizationId === organizationId)
}
