import { Avatar } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import classes from './person-cell.module.css'

export interface PersonCellProps {
  readonly name: string
  /** Below the name, unless it is the same. */
  readonly address: string
  /** Before the picture: a box to pick somebody. */
  readonly before?: ReactNode
  /** Draws the name, as a link for instance; absent: as it is. */
  readonly children?: ReactNode
}

/** Somebody in a table: picture, name, address. */
export function PersonCell({ name, address, before, children }: PersonCellProps) {
  return (
    <div className={classes.person}>
      {before}
      <Avatar name={name} />
      <span>
        {children ?? <bdi>{name}</bdi>}
        {address !== name && address !== '' && (
          <small>
            <bdi>{address}</bdi>
          </small>
        )}
      </span>
    </div>
  )
}
