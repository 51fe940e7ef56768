import { Button } from '@gatehouse/design/button'
import { TextInput } from '@gatehouse/design/field'
import { useHydrated } from '@gatehouse/design/hydrated'
import { Icon } from '@gatehouse/design/icon'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../text/texts.tsx'
import classes from './copy-field.module.css'

export interface CopyFieldProps {
  readonly label: string
  readonly value: string
  readonly hint?: ReactNode
}

/** A text to be entered somewhere else. Without script it is selected as soon as it has the focus. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const t = useText('console')
  const id = useId()
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(value).then(() => setCopied(true))
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.line}>
        <TextInput
          id={id}
          value={value}
          readOnly
          dir="ltr"
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onFocus={(event) => event.currentTarget.select()}
        />
        {hydrated && (
          <Button size="small" icon={<Icon name={copied ? 'check' : 'copy'} size={18} />} onClick={copy}>
            {t(copied ? 'one_time.copied' : 'one_time.copy')}
          </Button>
        )}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
