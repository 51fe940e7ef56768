import type { ListScopes, ScopeKey, WorkspaceAccess } from '@gatehouse/contract/operators'

/** Why it is not known what there is at the remote control plane. `reason` says how to mend it, in English. */
export interface UnknownScopes {
  readonly origin: string
  readonly code: number
  readonly id?: string
  readonly reason: string
}

/** Who calls the control plane from the console. */
export interface OperatorPrincipal {
  readonly kind: 'operator'
  readonly identityId: string
  readonly secondFactor: boolean
}

/** How an installation gets its first operator. */
export interface SetUp {
  isOpen(token: string): Promise<boolean>
  /** What an operator may do with the link of a token. */
  statusFor(token: string, identityId: string): Promise<LinkState>
  accept(
    token: string,
    identityId: string,
  ): Promise<
    | { readonly kind: 'accepted'; readonly workspaceId: string }
    | { readonly kind: 'gone' }
    | { readonly kind: 'no_account' }
    | { readonly kind: 'unproved_address'; readonly address: string }
  >
}

/** What an operator may do with a link that is for a person. */
export type LinkState =
  | { readonly kind: 'open' }
  /** Theirs, once they have proved this address. */
  | { readonly kind: 'unproved_address'; readonly address: string }
  | { readonly kind: 'other_address' | 'used' | 'expired' | 'gone' | 'no_account' }

/** The control plane as the console meets it: every call is made by an operator, under their permissions. */
export interface ControlPlanePort {
  /** Answers requests to the control plane's own paths on behalf of an operator. */
  readonly fetchAs: (principal: OperatorPrincipal) => (request: Request) => Promise<Response>
  /** Answers requests that carry a token of their own: of an onboarding link. */
  readonly fetch: (request: Request) => Promise<Response>
  /** A scope by ids or slugs; nothing: there is none, or the operator may not enter it. */
  readonly scopeOf: (identityId: string, key: ScopeKey) => Promise<WorkspaceAccess | undefined>
  readonly listScopes: ListScopes
  /** What there is at a control plane in another process. Never rejects for what is wrong there. */
  readonly remoteScopes: (
    identityId: string,
  ) => Promise<{ readonly workspaces: readonly WorkspaceAccess[]; readonly missing: UnknownScopes | undefined }>
  readonly setUp: SetUp
  /** What an operator may do with the invitation of a token. */
  readonly invitationFor: (token: string, identityId: string) => Promise<LinkState>
}
