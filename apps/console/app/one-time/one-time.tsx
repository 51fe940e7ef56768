import { Alert } from '@gatehouse/design/alert'
import { Button } from '@gatehouse/design/button'
import { TextInput } from '@gatehouse/design/field'
import { useHydrated } from '@gatehouse/design/hydrated'
import { Icon } from '@gatehouse/design/icon'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useText } from '../text/texts.tsx'
import classes from './one-time.module.css'

export interface OneTimeProps {
  readonly title: string
  /** What it is, for screen readers. */
  readonly label: string
  readonly value: string
  readonly children: ReactNode
}

/** Something that is shown once: a key, a link. Takes the focus, so that nobody goes on without it. */
export function OneTime({ title, label, value, children }: OneTimeProps) {
  const t = useText('console')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  useEffect(() => field.current?.focus(), [value])
  const copy = () => void navigator.clipboard.writeText(value).then(() => setCopied(true))
  return (
    <Alert kind="success" title={title}>
      <div className={classes.body}>
        <p>{children}</p>
        <div className={classes.line}>
          <label htmlFor={id} className={classes.label}>
            {label}
          </label>
          <TextInput
            id={id}
            ref={field}
            value={value}
            readOnly
            dir="ltr"
            onFocus={(event) => event.currentTarget.select()}
          />
          {hydrated && (
            <Button size="small" icon={<Icon name={copied ? 'check' : 'copy'} size={18} />} onClick={copy}>
              {t(copied ? 'one_time.copied' : 'one_time.copy')}
            </Button>
          )}
        </div>
      </div>
    </Alert>
  )
}
