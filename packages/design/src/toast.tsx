import type { ReactNode, Ref } from 'react'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'
import classes from './toast.module.css'

/** The region of toasts, over the page. Always present, so that a screen reader says what script puts into it. */
export function ToastRegion({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className={classes.region} data-part="toasts" data-print="no">
      {children}
    </div>
  )
}

export interface ToastProps {
  /** `bad`: something failed. */
  readonly tone?: 'good' | 'bad'
  /** The label of the button that dismisses the toast; it needs script. */
  readonly awayLabel: string
  readonly onAway: () => void
  readonly 'data-testid'?: string
  readonly ref?: Ref<HTMLDivElement>
  /** -1: script may give it the focus. */
  readonly tabIndex?: -1
  /** An action on the toast, such as a button that undoes. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A sentence about the action just done. It stays until the person dismisses it, so that it is not missed. */
export function Toast({ tone = 'good', awayLabel, onAway, action, children, ...rest }: ToastProps) {
  const hydrated = useHydrated()
  return (
    <div {...rest} className={classes.toast} data-part="toast">
      <span className={classes.mark} data-bad={tone === 'bad' || undefined}>
        <Icon name={tone === 'good' ? 'check' : 'alert'} size={18} />
      </span>
      <p>{children}</p>
      {action}
      {hydrated && (
        <button type="button" className={classes.away} aria-label={awayLabel} onClick={onAway}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}
