import { Panel, Section } from '@gatehouse/design/panel'
import type { ReactNode } from 'react'

export interface DangerZoneProps {
  readonly title: string
  readonly lead?: ReactNode
  /** Rows, such as `ConfirmRow`; none where nothing can be taken away. */
  readonly children?: ReactNode
  /** What to do before, below the rows. */
  readonly before?: ReactNode
}

/** The last part of a page: what ends things, each row asking once more. */
export function DangerZone({ title, lead, children, before }: DangerZoneProps) {
  return (
    <Section id="danger" title={title} intro={lead}>
      {children && <Panel>{children}</Panel>}
      {before && <p>{before}</p>}
    </Section>
  )
}
