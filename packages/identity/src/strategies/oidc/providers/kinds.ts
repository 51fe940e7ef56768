import { oauthKinds } from './oauth-kinds.ts'
import { openidKinds } from './openid-kinds.ts'
import type { ProviderKind } from './provider-kind.ts'

/** TABLE: the kinds of providers by their name in the configuration (`provider`). */
export const providerKinds: Readonly<Record<string, ProviderKind>> = { ...openidKinds, ...oauthKinds }

/** Returns the kind of this name, if there is one. */
export function kindOf(name: string): ProviderKind | undefined {
  return Object.hasOwn(providerKinds, name) ? providerKinds[name] : undefined
}
