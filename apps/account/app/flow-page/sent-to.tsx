import type { Flow } from '@gatehouse/contract/flows'
import { Person } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { sentAddress } from './sent-address.ts'

export interface SentToProps {
  readonly flow: Flow
  /** The way to another address; stands alone where the form does not say which one it was. */
  readonly action: ReactNode
}

/** Where the code has gone, and what to do if that was wrong. */
export function SentTo({ flow, action }: SentToProps) {
  const address = sentAddress(flow)
  if (address === undefined) return <p>{action}</p>
  return <Person name={address} icon={address.includes('@') ? 'mail' : 'phone'} action={action} />
}
