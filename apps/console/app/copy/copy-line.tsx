import { Button, TextInput } from '@gatehouse/design/controls'
import { useHydrated } from '@gatehouse/design/browser'
import { Icon, SteadyText } from '@gatehouse/design/content'
import { type Ref, useState } from 'react'
import { useText } from '../text/texts.tsx'
import classes from './copy-line.module.css'

export interface CopyLineProps {
  /** What its label is for. */
  readonly id: string
  readonly value: string
  readonly describedBy?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
  /** Takes the focus as soon as the page is there, without script too. */
  readonly isFirst?: boolean
}

/** A text to be taken along, with a button that copies it. Without script it is selected as soon as it has the focus. */
export function CopyLine({ id, value, describedBy, ref, isFirst = false }: CopyLineProps) {
  const t = useText('console')
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(value).then(() => setCopied(true))
  return (
    <div className={classes.line}>
      <TextInput
        id={id}
        ref={ref}
        value={value}
        readOnly
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is shown once must not be below the screen
        autoFocus={isFirst}
        dir="ltr"
        aria-describedby={describedBy}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        size="small"
        icon={<Icon name={copied ? 'check' : 'copy'} size={18} />}
        data-needs-script
        disabled={!hydrated}
        onClick={copy}
      >
        <SteadyText among={[t('one_time.copy'), t('one_time.copied')]}>
          {t(copied ? 'one_time.copied' : 'one_time.copy')}
        </SteadyText>
      </Button>
    </div>
  )
}
