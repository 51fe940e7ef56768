import type { Message } from '@gatehouse/contract/messages'
import type { UiNode } from '@gatehouse/contract/node'

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
