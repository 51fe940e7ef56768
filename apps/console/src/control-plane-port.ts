import type { ListScopes, ScopeKey, WorkspaceAccess } from '@gatehouse/contract/operators'

/** The reason why the remote control plane's scopes are unknown. `reason` names the remedy, in English. */
export interface UnknownScopes {
  readonly origin: string
  readonly code: number
  readonly id?: string
  readonly reason: string
}

/** The caller of the control plane from the console. */
export interface OperatorPrincipal {
  readonly kind: 'operator'
  readonly identityId: string
  readonly secondFactor: boolean
}

/** The set-up of an installation's first operator. */
export interface SetUp {
  isOpen(token: string): Promise<boolean>
  /** Returns the state of a token's link for an operator. */
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

/** The state of a personal link for an operator. */
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
  /** Returns a scope by ids or slugs; undefined: there is none, or the operator may not enter it. */
  readonly scopeOf: (identityId: string, key: ScopeKey) => Promise<WorkspaceAccess | undefined>
  readonly listScopes: ListScopes
  /** Lists the scopes of a control plane in another process. Never rejects for faults of that control plane. */
  readonly remoteScopes: (
    identityId: string,
  ) => Promise<{ readonly workspaces: readonly WorkspaceAccess[]; readonly missing: UnknownScopes | undefined }>
  readonly setUp: SetUp
  /** Returns the state of a token's invitation for an operator. */
  readonly invitationFor: (token: string, identityId: string) => Promise<LinkState>
}
