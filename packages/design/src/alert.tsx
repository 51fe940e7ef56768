import type { ComponentProps, ReactNode } from 'react'
import classes from './alert.module.css'
import { Icon, type IconName } from './icon.tsx'

/** How urgent it is: `error` alone interrupts a screen reader. */
export type AlertKind = 'info' | 'warning' | 'error' | 'success'

/** The icons of good news; the other kinds have the warning icon. */
const icons: Readonly<Partial<Record<AlertKind, IconName>>> = { info: 'info', success: 'check' }

export interface AlertProps extends Omit<ComponentProps<'div'>, 'className' | 'title'> {
  readonly kind: AlertKind
  readonly title?: ReactNode
}

/** A statement about the whole page. Errors interrupt a screen reader, the others wait. Can take focus by script. */
export function Alert({ kind, title, children, ...rest }: AlertProps) {
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      tabIndex={-1}
      {...rest}
      className={classes.alert}
      data-part="alert"
      data-kind={kind}
    >
      <Icon name={icons[kind] ?? 'alert'} />
      <div>
        {title && <strong>{title}</strong>} {children}
      </div>
    </div>
  )
}
