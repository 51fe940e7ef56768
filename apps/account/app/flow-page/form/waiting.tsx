import { Button } from '@gatehouse/design/controls'
import { useEffect, useState } from 'react'
import { useText } from '../../text/text-source.ts'
import { cancelSubmit } from './send-patiently.ts'
import classes from './waiting.module.css'

/** Milliseconds after which a person wonders whether something is wrong. */
const slowMs = 4_000

/** Beside a form whose answer is slow: says so, and offers to stop waiting. Draws nothing before that. */
export function Waiting({ busy }: { readonly busy: boolean }) {
  const t = useText('common')
  const [slow, setSlow] = useState(false)
  if (!busy && slow) setSlow(false)
  useEffect(() => {
    if (!busy) return undefined
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [busy])
  return (
    <div role="status" className={classes.waiting}>
      {slow && (
        <>
          <span>{t('send.slow')}</span>
          <Button variant="text" size="small" onClick={cancelSubmit} data-testid="cancel-submit">
            {t('send.cancel')}
          </Button>
        </>
      )}
    </div>
  )
}
