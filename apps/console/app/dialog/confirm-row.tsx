import { Row } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { Confirm, type ConfirmProps } from './confirm.tsx'

export interface ConfirmRowProps extends Omit<ConfirmProps, 'confirm'> {
  /** The action's effect, above its button. */
  readonly intro: ReactNode
}

/** A row of a danger zone: what can be done, what that means, and the button, which asks once more. */
export function ConfirmRow({ intro, ...asked }: ConfirmRowProps) {
  return (
    <Row title={asked.label} action={<Confirm {...asked} confirm={asked.label} />}>
      {intro}
    </Row>
  )
}
