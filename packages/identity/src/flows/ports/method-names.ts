import type { NodeGroup } from '@gatehouse/contract/flows'

/** The flows whose nodes have an order of their own. */
export type OrderedFlow = 'login' | 'registration' | 'settings'

/** Where a group of nodes stands in a flow: groups of higher positions come later. */
export interface NodePosition {
  readonly group: NodeGroup
  readonly at: Readonly<Partial<Record<OrderedFlow, number>>>
  /** A password is drawn among the default fields although this group is there. */
  readonly keepsPasswordAmongDefaults?: true
  /** Its hidden fields let a browser suggest credentials while a person types. */
  readonly suggests?: true
}

/** What flows know of all methods together, as the registry says. */
export interface MethodNames {
  /** Groups of nodes in the order in which each flow shows them. */
  readonly groups: Readonly<Record<OrderedFlow, readonly NodeGroup[]>>
  /** Groups beside which a password stays among the default fields. */
  readonly besidePassword: readonly NodeGroup[]
  /** Groups whose hidden fields go along to the second screen, so that browsers keep suggesting. */
  readonly suggesting: readonly NodeGroup[]
  /** The method that finds out who signs in before they say how. */
  readonly finding: string
  /** The method of accounts at providers. */
  readonly linking: string
}
