import type { ElementType, ReactNode } from 'react'
import classes from './filter-chip.module.css'
import { Icon } from './icon.tsx'
import { Popover, PopoverItem } from './popover.tsx'

export interface FilterChipProps {
  readonly label: string
  /** The current value, the address of the list without it, and the label of that link. */
  readonly chosen?: { readonly label: string; readonly without: string; readonly remove: string } | undefined
  /** The available values, each with its address. */
  readonly choices?: readonly { readonly href: string; readonly label: ReactNode }[]
  /** In place of choices: a form. */
  readonly children?: ReactNode
  /** Draws the anchors; gets `href` and the rest. Default: `a`. */
  readonly link?: ElementType | undefined
}

/** One filter of a list: its value with a link that removes it, or its available values. It needs no script. */
export function FilterChip({ label, chosen, choices = [], children, link: Anchor = 'a' }: FilterChipProps) {
  if (chosen !== undefined) {
    return (
      <Anchor href={chosen.without} className={classes.chosen} aria-label={chosen.remove}>
        <span>
          {label}: <bdi>{chosen.label}</bdi>
        </span>
        <Icon name="close" size={14} />
      </Anchor>
    )
  }
  return (
    <Popover
      look="chip"
      label={
        <>
          {label}
          <Icon name="chevron" size={14} />
        </>
      }
    >
      {choices.map((choice) => (
        <PopoverItem link={Anchor} key={choice.href} href={choice.href}>
          <bdi>{choice.label}</bdi>
        </PopoverItem>
      ))}
      {children}
    </Popover>
  )
}
