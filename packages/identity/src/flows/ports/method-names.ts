import type { NodeGroup } from '@gatehouse/contract/flows'

/** The flows that order their nodes. */
export type OrderedFlow = 'login' | 'registration' | 'settings'

/** The position of a group of nodes in a flow: groups of higher positions come later. */
export interface NodePosition {
  readonly group: NodeGroup
  readonly at: Readonly<Partial<Record<OrderedFlow, number>>>
  /** A password is drawn among the default fields even beside this group. */
  readonly keepsPasswordAmongDefaults?: true
  /** Its hidden fields let a browser suggest credentials while a person types. */
  readonly suggests?: true
}

/** The facts of the registry about all methods together. */
export interface MethodNames {
  /** Groups of nodes in the order in which each flow shows them. */
  readonly groups: Readonly<Record<OrderedFlow, readonly NodeGroup[]>>
  /** Groups beside which a password stays among the default fields. */
  readonly besidePassword: readonly NodeGroup[]
  /** Groups whose hidden fields are kept on the second screen, so that browsers keep suggesting. */
  readonly suggesting: readonly NodeGroup[]
  /** The method that finds the account before the person chooses how to sign in. */
  readonly identifierFirst: string
  /** The method of accounts at providers. */
  readonly oidc: string
}
