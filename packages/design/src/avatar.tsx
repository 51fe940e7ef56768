import type { ReactNode } from 'react'
import { Address } from './address.tsx'
import { Icon, type IconName } from './icon.tsx'
import classes from './avatar.module.css'
import { firstLetter } from './first-letter.ts'

/** Scripts in which initials are written: letters of others join, or are words. */
const withInitials = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}]/u

/** Returns the initials of a name, or the first letter of an address: at most two, one in scripts without initials. */
export function initialsOf(name: string): string {
  const words = (name.includes('@') ? name.slice(0, 1) : name).trim().split(/\s+/)
  const last = words.length > 1 && words.every((word) => withInitials.test(word)) ? words.at(-1) : undefined
  return firstLetter(words[0] ?? '') + firstLetter(last ?? '')
}

/** A round mark for a person. Decoration: the name stands beside it. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span className={classes.avatar} data-part="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

export interface PersonProps {
  readonly name: string
  /** Instead of the initials, for an address that something was sent to. */
  readonly icon?: IconName
  /** The link to another account: "Change". */
  readonly action?: ReactNode
}

/** The person that the page is about: the mark, the address, and an action to change it. */
export function Person({ name, icon, action }: PersonProps) {
  return (
    <div className={classes.person} data-part="person">
      {icon ? <Icon name={icon} /> : <Avatar name={name} />}
      <span title={name}>
        <Address>{name}</Address>
      </span>
      {action}
    </div>
  )
}
