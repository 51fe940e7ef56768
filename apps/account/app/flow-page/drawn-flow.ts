import type { FlowByKind, FlowKind } from '@gatehouse/contract/flows'
import type { KnownAccount } from '../identity/known-accounts.server.ts'
import type { SettingsFacts } from './settings/facts.ts'
import type { Notice, Wait } from './detours/outcome.ts'

/** The data from which a flow page is drawn. Every text is in the visitor's language. */
export interface DrawnFlow<K extends FlowKind = FlowKind> {
  readonly flow: FlowByKind[K]
  /** The address to which the form posts: this page, with the parameters to start over. */
  readonly action: string
  /** The reason why this is another form than the requested or submitted one. */
  readonly notice?: SaidNotice
  readonly failed: boolean
  /** The last submit got no answer: the form stays as it is, with the passwords that were typed. */
  readonly unanswered?: boolean
  readonly wait?: Wait
  /** The app that the last submit has opened: there is nothing left to send. */
  readonly departedTo?: string
  /** Accounts that signed in with this browser before, to choose from first. */
  readonly accounts?: readonly KnownAccount[]
  /** The one that was chosen. */
  readonly chosen?: KnownAccount
  /** The one that was just removed from the list. */
  readonly removed?: KnownAccount
  /** The person who confirms their identity, or continues to the second step. */
  readonly person?: string
  /** The second factor that was used last in this browser. */
  readonly factor?: string
  /** The target of a skipped confirmation of the address. */
  readonly later?: { readonly to: string; readonly document: boolean }
  /** The facts about the account that the settings show without a form. */
  readonly settings?: SettingsFacts
  /** The application that the person signs in to. */
  readonly application?: {
    readonly name?: string
    /** Absolute address of the sign-in for it, from the start. */
    readonly signIn: string
  }
}

/** A submit that got no answer: the form on the screen stays, with everything typed into it. */
export interface UndrawnFlow {
  readonly notice: SaidNotice
  /** The form on the screen, if script knows it. */
  readonly shown?: DrawnFlow
}

/** A flow that came to its end in an app: the page stays on the screen, and has no form any more. */
export interface DepartedFlow {
  /** The address that opens the app. */
  readonly departedTo: string
  readonly shown: DrawnFlow
}

/** A notice, and its text if it is the server's; script takes its own from `send.{id}` of the namespace `common`. */
export interface SaidNotice {
  readonly id: Notice
  readonly text?: string
}

/**
 * A drawn flow as one text. Data for script is written value by value, which for the many of a flow takes longer than
 * the page itself; this one is read once, when script takes over.
 */
export interface PackedFlow<K extends FlowKind = FlowKind> {
  readonly packed: string
  /** Never there: says which kind is inside. */
  readonly kind?: K
}

/** Packs a flow for its way to the browser. */
export function pack<K extends FlowKind>(drawn: DrawnFlow<K>): PackedFlow<K> {
  return { packed: JSON.stringify(drawn) }
}

const unpacked = new WeakMap<PackedFlow, DrawnFlow>()

/** Returns the flow inside, the same object each time. */
export function unpack<K extends FlowKind>(flow: PackedFlow<K>): DrawnFlow<K> {
  const known = unpacked.get(flow) ?? (JSON.parse(flow.packed) as DrawnFlow)
  unpacked.set(flow, known)
  return known as DrawnFlow<K>
}
