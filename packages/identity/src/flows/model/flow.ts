import type { FlowKind, FlowType, Message, UiNode } from '@gatehouse/contract/flows'
import type { Aal } from '@gatehouse/contract/identities'

import type { TestLogin } from './test-login.ts'

/** A self-service flow as stored; `present.ts` turns it into the wire's shape. Times are Unix milliseconds. */
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
  /** Settings: whose. Recovery, verification: who was found, if anyone. */
  readonly identityId: string | undefined
  readonly nodes: readonly UiNode[]
  readonly messages: readonly Message[]
  readonly details: FlowDetails
}

/** An account at a provider on its way to becoming a way to sign in. */
export interface PendingLink {
  /** Whose way it will be. */
  readonly identityId: string
  /** The link as it will be stored; its tokens are sealed. */
  readonly link: Readonly<Record<string, unknown>>
}

/** What only some flows carry. */
export interface FlowDetails {
  /** The language that it was begun in, as far as the request said one: for messages that are written later. */
  readonly language?: string
  readonly refresh?: boolean
  readonly requestedAal?: Aal
  readonly identitySchema?: string
  readonly organizationId?: string
  /** What the organization was called when the flow was sent to it. */
  readonly organizationLabel?: string
  readonly oauth2LoginChallenge?: string
  /** What the flow tells of the OAuth2 client's request. */
  readonly oauth2LoginRequest?: Readonly<Record<string, unknown>>
  /** SHA-256 (hex) of the code that an app exchanges for its session, together with one that it gets in the end. */
  readonly exchangeHash?: string
  /** Sign-in: the account at a provider that will be linked to who signs in. */
  readonly linking?: PendingLink
  /**
   * Verification that was begun for an account by the client that signed up or signed in to it: SHA-256 (hex) of its
   * anti-CSRF secret, or `app`. It stays when the link of the message is opened in another browser.
   */
  readonly begunBy?: string
  /** Verification of an address of an account that comes into being once it is proved. */
  readonly pendingRegistration?: { readonly id: string; readonly address: string }
  /** Verification of an address of a change that counts once it is proved. */
  readonly pendingAddressChange?: { readonly id: string; readonly address: string }
  readonly afterVerificationReturnTo?: string
  readonly transientPayload?: Readonly<Record<string, unknown>>
  /** The address a code was sent to. */
  readonly address?: string
  /** Recovery with a choice of addresses: the one the person began with. */
  readonly recoveryAddress?: string
  /** Count of codes handed in since the last one was sent. */
  readonly submissions?: number
  /** A dry run of a sign-in: what ends sign-ins never gets to see such a flow (`findFlow`). */
  readonly testLogin?: TestLogin
  /** Created by an administrator: no anti-CSRF node or check. */
  readonly adminCreated?: boolean
  /** Settings: id of the newer flow that `ui.action` names after a save. */
  readonly successorId?: string
  /** Settings: the save is done. */
  readonly continueWith?: readonly unknown[]
  /** Settings: the form, sealed, while it is stored. */
  readonly sealedNodes?: string
  /** Registration by code: what the account will be, fixed when the code was sent. */
  readonly traits?: Readonly<Record<string, unknown>>
}
