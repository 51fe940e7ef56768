import type { FlowByKind, FlowKind } from '@gatehouse/contract/flow'
import type { Notice } from './outcome.ts'

/** What a flow page needs to draw itself. Every text is in the visitor's language. */
export interface DrawnFlow<K extends FlowKind = FlowKind> {
  readonly flow: FlowByKind[K]
  /** Where the form posts: this page, with what it takes to start over. */
  readonly action: string
  /** Why this is another form than the one asked for, or sent. */
  readonly notice?: { readonly id: Notice; readonly text: string }
  readonly failed: boolean
}

/** A submit that reached nobody: the form on the screen stays, with everything typed into it. */
export interface UndrawnFlow {
  readonly notice: { readonly id: Notice; readonly text: string }
}
