import { CopyLine } from '@gatehouse/design/controls'
import { Alert } from '@gatehouse/design/content'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useCopyTexts } from '../form/use-copy-texts.ts'
import classes from './one-time.module.css'

export interface OneTimeProps {
  readonly title: string
  /** The name of the value, for screen readers. */
  readonly label: string
  readonly value: string
  readonly children: ReactNode
}

/** Something that is shown once: a key, a link. Takes the focus, so that it is not overlooked. */
export function OneTime({ title, label, value, children }: OneTimeProps) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const texts = useCopyTexts()
  useEffect(() => field.current?.focus(), [value])
  return (
    <Alert kind="success" title={title}>
      <div className={classes.body}>
        <p>{children}</p>
        <label htmlFor={id} data-unseen>
          {label}
        </label>
        <CopyLine id={id} ref={field} value={value} texts={texts} isFirst />
      </div>
    </Alert>
  )
}
