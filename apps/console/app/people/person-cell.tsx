import { Avatar, Cut } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import classes from './person-cell.module.css'

export interface PersonCellProps {
  readonly name: string
  /** Below the name, unless it is the same. */
  readonly address: string
  /** Beside the name. */
  readonly badges?: ReactNode
  /** Draws the name, as a link for instance; absent: as it is. */
  readonly children?: ReactNode
}

/** A person in a table: picture, name, address. */
export function PersonCell({ name, address, badges, children }: PersonCellProps) {
  return (
    <div className={classes.person}>
      <Avatar name={name} />
      <span>
        <span className={classes.name}>
          <span>{children ?? <Cut>{name}</Cut>}</span>
          {badges}
        </span>
        {address !== name && address !== '' && (
          <small>
            <Cut>{address}</Cut>
          </small>
        )}
      </span>
    </div>
  )
}
