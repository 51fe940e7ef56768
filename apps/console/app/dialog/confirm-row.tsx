import { Row } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { Confirm, type ConfirmProps } from './confirm.tsx'

export interface ConfirmRowProps extends Omit<ConfirmProps, 'confirm'> {
  /** The action's effect, above its button. */
  readonly intro: ReactNode
}

/** A row of a danger zone: the action, its consequence, and the button, which asks for a confirmation. */
export function ConfirmRow({ intro, ...asked }: ConfirmRowProps) {
  return (
    <Row title={asked.label} action={<Confirm {...asked} confirm={asked.label} />}>
      {intro}
    </Row>
  )
}
