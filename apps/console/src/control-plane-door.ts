/** What somebody may do at a place, strongest first. */
export const roles = ['owner', 'developer', 'viewer'] as const
export type Role = (typeof roles)[number]

/** A project that an operator may enter, and as what. */
export interface ProjectPlace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly environment: 'prod' | 'stage' | 'dev'
  readonly isDefault: boolean
  /** Where its people are, such as `https://shop.example.org`; undefined: nowhere that is known. */
  readonly origin: string | undefined
  readonly role: Role
  /** The operations that the control plane lets the operator call here. */
  readonly may: readonly string[]
}

/** A workspace that an operator may enter, or that has projects which they may enter. */
export interface WorkspacePlace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly secondFactorRequired: boolean
  /** The origin of the control plane that has it; undefined: the one of this installation. */
  readonly elsewhere: string | undefined
  /** Absent: the operator has a role at some of its projects only. */
  readonly role: Role | undefined
  readonly may: readonly string[]
  /** Here, the one that was asked for; of a control plane elsewhere, all of them. */
  readonly projects: readonly ProjectPlace[]
}

/** A workspace or a project that an operator may enter, as a list shows it. */
export interface ListedPlace {
  readonly workspace: Pick<WorkspacePlace, 'id' | 'slug' | 'name'>
  /** Absent: the workspace itself. */
  readonly project: Pick<ProjectPlace, 'slug' | 'name' | 'environment'> | undefined
}

/** Which places, and which part of them. */
export interface PlaceSearch {
  readonly size: number
  /** Of a page before; absent: from the start. */
  readonly token?: string | undefined
  /** Part of the place's own name or slug. */
  readonly q?: string | undefined
  /** Only what belongs to this workspace, by its id. */
  readonly within?: string | undefined
  /** Only what does not. */
  readonly without?: string | undefined
  readonly kind?: 'workspace' | 'project' | undefined
}

/** A page of places. The tokens lead to its neighbours; absent: there is none. */
export type PlaceList =
  | {
      readonly kind: 'listed'
      readonly places: readonly ListedPlace[]
      readonly next: string | undefined
      readonly previous: string | undefined
    }
  /** The token leads nowhere. */
  | { readonly kind: 'stale' }

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
  accept(
    token: string,
    identityId: string,
  ): Promise<
    | { readonly kind: 'accepted'; readonly workspaceId: string }
    | { readonly kind: 'gone' }
    | { readonly kind: 'nobody' }
  >
}

/** The control plane as the console meets it: every call is made by an operator, under their permissions. */
export interface ControlPlaneDoor {
  /** Answers requests to the control plane's own paths on behalf of an operator. */
  readonly fetchAs: (principal: OperatorPrincipal) => (request: Request) => Promise<Response>
  /** Answers requests that carry a token of their own: of an onboarding link. */
  readonly fetch: (request: Request) => Promise<Response>
  /** A place by ids or slugs; nothing: there is none, or the operator may not enter it. */
  readonly placeOf: (
    identityId: string,
    key: { readonly workspace?: string | undefined; readonly project?: string | undefined },
  ) => WorkspacePlace | undefined
  readonly listPlaces: (identityId: string, wanted: PlaceSearch) => PlaceList
  /** What there is at a control plane in another process. Never rejects for what is wrong there. */
  readonly placesElsewhere: (
    identityId: string,
  ) => Promise<{ readonly workspaces: readonly WorkspacePlace[]; readonly missing: MissingPlaces | undefined }>
  readonly setUp: SetUpDoor
}
