import { useHydrated } from '@gatehouse/design/browser'
import { Button } from '@gatehouse/design/controls'
import { Icon } from '@gatehouse/design/content'
import { useState } from 'react'
import { useText } from '../text/texts.tsx'
import classes from './code-block.module.css'

/** Code in a box that scrolls, with a button that copies all of it. */
export function CodeBlock({ label, children }: { readonly label: string; readonly children: string | undefined }) {
  const t = useText('console')
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(children ?? '').then(() => setCopied(true))
  return (
    <div className={classes.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
      <pre className={classes.block} tabIndex={0} role="group" aria-label={label}>
        {children}
      </pre>
      {hydrated && (
        <div className={classes.copy}>
          <Button size="small" icon={<Icon name={copied ? 'check' : 'copy'} size={18} />} onClick={copy}>
            {t(copied ? 'one_time.copied' : 'one_time.copy')}
          </Button>
        </div>
      )}
    </div>
  )
}
