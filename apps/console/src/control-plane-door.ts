import type { ListPlaces, PlaceKey, WorkspacePlace } from '@gatehouse/contract/operator-places'

/** Why nobody knows what there is at the control plane elsewhere. `reason` says how to mend it, in English. */
export interface MissingPlaces {
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
export interface SetUpDoor {
  isOpen(token: string): boolean
  /** What an operator may do with the link of a token. */
  standing(token: string, identityId: string): Promise<LinkStanding>
  accept(
    token: string,
    identityId: string,
  ): Promise<
    | { readonly kind: 'accepted'; readonly workspaceId: string }
    | { readonly kind: 'gone' }
    | { readonly kind: 'nobody' }
    | { readonly kind: 'unproved_address'; readonly address: string }
  >
}

/** What an operator may do with a link that is for a person. */
export type LinkStanding =
  | { readonly kind: 'open' }
  /** Theirs, once they have proved this address. */
  | { readonly kind: 'unproved_address'; readonly address: string }
  | { readonly kind: 'other_address' | 'used' | 'expired' | 'gone' | 'nobody' }

/** The control plane as the console meets it: every call is made by an operator, under their permissions. */
export interface ControlPlaneDoor {
  /** Answers requests to the control plane's own paths on behalf of an operator. */
  readonly fetchAs: (principal: OperatorPrincipal) => (request: Request) => Promise<Response>
  /** Answers requests that carry a token of their own: of an onboarding link. */
  readonly fetch: (request: Request) => Promise<Response>
  /** A place by ids or slugs; nothing: there is none, or the operator may not enter it. */
  readonly placeOf: (identityId: string, key: PlaceKey) => WorkspacePlace | undefined
  readonly listPlaces: ListPlaces
  /** What there is at a control plane in another process. Never rejects for what is wrong there. */
  readonly placesElsewhere: (
    identityId: string,
  ) => Promise<{ readonly workspaces: readonly WorkspacePlace[]; readonly missing: MissingPlaces | undefined }>
  readonly setUp: SetUpDoor
  /** What an operator may do with the invitation of a token. */
  readonly invitationFor: (token: string, identityId: string) => Promise<LinkStanding>
}
