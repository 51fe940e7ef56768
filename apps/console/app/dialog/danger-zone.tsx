import { Panel, Section } from '@gatehouse/design/content'
import type { ReactNode } from 'react'

export interface DangerZoneProps {
  readonly title: string
  readonly intro?: ReactNode
  /** Rows, such as `ConfirmRow`; none if nothing can be deleted. */
  readonly children?: ReactNode
  /** Preparatory steps, below the rows. */
  readonly before?: ReactNode
}

/** The last part of a page: destructive actions, each with a confirmation. */
export function DangerZone({ title, intro, children, before }: DangerZoneProps) {
  return (
    <Section id="danger" title={title} intro={intro}>
      {children && <Panel>{children}</Panel>}
      {before && <p>{before}</p>}
    </Section>
  )
}
