import { type Ref, useState } from 'react'
import { Button } from './button.tsx'
import classes from './copy-line.module.css'
import { TextInput } from './field.tsx'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'
import { SteadyText } from './steady-text.tsx'

/** The texts of the button that copies. */
export interface CopyTexts {
  readonly copy: string
  readonly copied: string
}

export interface CopyLineProps {
  /** The id of the line, to which its label refers. */
  readonly id: string
  readonly value: string
  readonly texts: CopyTexts
  readonly describedBy?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
  /** Takes the focus as soon as the page is there, without script too. */
  readonly isFirst?: boolean
}

/** A text with a button that copies it. Without script the text is selected as soon as it has the focus. */
export function CopyLine({ id, value, texts, describedBy, ref, isFirst = false }: CopyLineProps) {
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
        <SteadyText among={[texts.copy, texts.copied]}>{copied ? texts.copied : texts.copy}</SteadyText>
      </Button>
    </div>
  )
}
