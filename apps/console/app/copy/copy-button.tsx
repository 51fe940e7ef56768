import { useHydrated } from '@gatehouse/design/browser'
import { Icon } from '@gatehouse/design/content'
import { useState } from 'react'
import { useText } from '../text/texts.tsx'
import classes from './copy-button.module.css'

/** Copies a short text that stands beside it. Drawn once script runs; until then the space is kept. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const t = useText('console')
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  if (!hydrated) return <span className={classes.space} />
  return (
    <>
      <button
        type="button"
        className={classes.copy}
        aria-label={label}
        title={label}
        onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
      >
        <Icon name={copied ? 'check' : 'copy'} size={16} />
      </button>
      <span role="status" className={classes.unseen}>
        {copied && t('one_time.copied')}
      </span>
    </>
  )
}
