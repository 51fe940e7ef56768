import type { FlowByKind } from '@gatehouse/contract/flows'

/** A flow as a page draws it. Every text is in the visitor's language. */
export interface DrawnFlow<K extends 'login' | 'registration' | 'verification'> {
  readonly flow: FlowByKind[K]
  /** Where the form posts: this page, with what it takes to go on. */
  readonly action: string
  readonly email?: string
}
