import type { FlowByKind } from '@gatehouse/contract/flows'

/** A flow as a page draws it. Every text is in the visitor's language. */
export interface DrawnFlow<K extends 'login' | 'registration' | 'verification'> {
  readonly flow: FlowByKind[K]
  /** The address to which the form posts: this page, with the parameters that the flow needs to continue. */
  readonly action: string
  readonly email?: string
}
