import type { ComponentProps, ElementType, ReactNode } from 'react'
import classes from './button.module.css'

/** `primary` is the one action of a screen; `danger` takes something away, `removal` does so at once. */
export type ButtonVariant = 'primary' | 'plain' | 'text' | 'danger' | 'removal'

interface Looks {
  readonly variant?: ButtonVariant | undefined
  readonly size?: 'small' | undefined
  /** Fills the line, with its text at the start: one of a list of ways. */
  readonly row?: boolean | undefined
  readonly icon?: ReactNode
  readonly end?: ReactNode
}

export type ButtonProps = ComponentProps<'button'> & Looks & { readonly busy?: boolean | undefined }

function classOf({ variant = 'plain', size, row }: Looks): string {
  return [classes.button, classes[variant], size && classes[size], row && classes.row].filter(Boolean).join(' ')
}

/** A native button. While `busy` it says so, keeps its width and ignores further presses. */
export function Button({
  variant,
  size,
  row,
  icon,
  end,
  busy,
  type = 'button',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classOf({ variant, size, row })}
      data-part="button"
      data-variant={variant ?? 'plain'}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {icon}
      <span>{children}</span>
      {end}
    </button>
  )
}

export type ButtonLinkProps = Looks &
  Omit<ComponentProps<'a'>, 'href'> & {
    readonly href: string
    /** Draws the anchor; gets `href` and the rest. Default: `a`. */
    readonly link?: ElementType | undefined
  }

/** A link that looks like a button: it navigates, and changes nothing. */
export function ButtonLink({ variant, size, row, icon, end, link: Link = 'a', children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classOf({ variant, size, row })} data-part="button" data-variant={variant ?? 'plain'}>
      {icon}
      <span>{children}</span>
      {end}
    </Link>
  )
}
