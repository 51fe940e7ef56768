import { Alert } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { useEffect, useRef } from 'react'
import { useText } from '../../text/text-source.ts'
import classes from './waiting.module.css'

/** Replaces a form whose answer has opened an app: the browser stays at the page, so the page says how to continue. */
export function Departed({ to }: { readonly to: string }) {
  const t = useText('common')
  const box = useRef<HTMLDivElement>(null)
  // The pressed button is gone by now.
  useEffect(() => box.current?.focus(), [])
  return (
    <div className={classes.departed}>
      <Alert kind="success" ref={box} data-testid="departed">
        {t('departure.text')}
      </Alert>
      <ButtonLink href={to} variant="primary" data-testid="open-again">
        {t('departure.again')}
      </ButtonLink>
    </div>
  )
}
