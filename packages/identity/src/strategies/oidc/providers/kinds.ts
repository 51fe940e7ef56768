import { oauthKinds } from './oauth-kinds.ts'
import { openidKinds } from './openid-kinds.ts'
import type { ProviderKind } from './provider-kind.ts'

/** TABLE: the kinds of providers by the name that the configuration gives them (`provider`). */
export const providerKinds: Readonly<Record<string, ProviderKind>> = { ...openidKinds, ...oauthKinds }

/** The kind of this name, if there is one. */
export function kindOf(name: string): ProviderKind | undefined {
  return Object.hasOwn(providerKinds, name) ? providerKinds[name] : undefined
}
