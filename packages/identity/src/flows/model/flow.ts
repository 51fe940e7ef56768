import type { FlowKind, FlowType, Message, UiNode } from '@gatehouse/contract/flows'
import type { Aal } from '@gatehouse/contract/identities'

import type { TestLogin } from './test-login.ts'

/** A stored self-service flow; `presentation/present.ts` turns it into the wire's shape. Times are Unix milliseconds. */
export interface StoredFlow {
  readonly id: string
  readonly kind: FlowKind
  readonly type: FlowType
  readonly state: string
  readonly active: string | undefined
  /** The whole init URL as requested. */
  readonly requestUrl: string
  readonly returnTo: string | undefined
  readonly issuedAt: number
  readonly expiresAt: number
  readonly updatedAt: number
  /** SHA-256 (hex) of the anti-CSRF secret the flow is bound to; absent: not checked (native, admin-created). */
  readonly csrfHash: string | undefined
  /** Settings, refresh, second factor: the owner. Recovery, verification: the account that was found, if any. */
  readonly identityId: string | undefined
  readonly nodes: readonly UiNode[]
  readonly messages: readonly Message[]
  readonly details: FlowDetails
}

/** An account at a provider that is to become a sign-in method. */
export interface PendingLink {
  /** The account that will be linked. */
  readonly identityId: string
  /** The link in its stored form; its tokens are sealed. */
  readonly link: Readonly<Record<string, unknown>>
}

/** The fields that only some flows have. */
export interface FlowDetails {
  /** The language of the request that began the flow, if it named one: for messages that are written later. */
  readonly language?: string
  readonly refresh?: boolean
  readonly requestedAal?: Aal
  readonly identitySchema?: string
  readonly organizationId?: string
  /** The organization's name when the flow was sent to it. */
  readonly organizationLabel?: string
  readonly oauth2LoginChallenge?: string
  /** The part of the OAuth2 client's request that the flow shows. */
  readonly oauth2LoginRequest?: Readonly<Record<string, unknown>>
  /** SHA-256 (hex) of the first code that an app exchanges for its session, together with the second one. */
  readonly exchangeHash?: string
  /** Sign-in: the account at a provider that will be linked to the person who signs in. */
  readonly linking?: PendingLink
  /**
   * Verification that the client of a sign-up or sign-in began for its account: SHA-256 (hex) of the client's anti-CSRF
   * secret, or `app`. It stays when the link of the message is opened in another browser.
   */
  readonly begunBy?: string
  /** Verification of an address of an account that is created once it is proved. */
  readonly pendingRegistration?: { readonly id: string; readonly address: string }
  /** Verification of an address of a change that counts once it is proved. */
  readonly pendingAddressChange?: { readonly id: string; readonly address: string }
  readonly afterVerificationReturnTo?: string
  readonly transientPayload?: Readonly<Record<string, unknown>>
  /** The address a code was sent to. */
  readonly address?: string
  /** Recovery with a choice of addresses: the one that the person entered first. */
  readonly recoveryAddress?: string
  /** Count of codes submitted since the last one was sent. */
  readonly submissions?: number
  /** A dry run of a sign-in: `findFlow` hides such a flow from the code that ends sign-ins. */
  readonly testLogin?: TestLogin
  /** Created by an administrator: no anti-CSRF node or check. */
  readonly adminCreated?: boolean
  /** Settings: id of the newer flow, which `ui.action` names after a save. */
  readonly successorId?: string
  /** Settings: the save is done. */
  readonly continueWith?: readonly unknown[]
  /** Settings: the stored form, sealed. */
  readonly sealedNodes?: string
  /** Registration by code: the traits of the future account, fixed when the code was sent. */
  readonly traits?: Readonly<Record<string, unknown>>
}
