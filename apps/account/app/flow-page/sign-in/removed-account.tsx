import { Toast, ToastRegion } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import { useState } from 'react'
import { Form, useLocation } from 'react-router'
import type { DrawnFlow } from '../drawn-flow.ts'
import { useText } from '../../text/text-source.ts'
import { restoreField } from './chooser-address.ts'
import classes from './removed-account.module.css'

/** Says which account was just removed from the list, with the button that brings it back. Works without script. */
export function RemovedAccount({ drawn: { action, removed } }: { readonly drawn: DrawnFlow<'login'> }) {
  const t = useText('login')
  // Another account may be removed, and is reported again.
  const { key } = useLocation()
  const [away, setAway] = useState<string>()
  return (
    <div className={classes.frame}>
      <ToastRegion>
        {removed !== undefined && away !== key && (
          <Toast
            awayLabel={t('accounts.away')}
            onAway={() => setAway(key)}
            action={
              <Form method="post" action={action}>
                <Button type="submit" name={restoreField} value={removed.id} size="small">
                  {t('accounts.undo')}
                </Button>
              </Form>
            }
            data-testid="account-removed"
          >
            {t('accounts.removed', { name: removed.person ?? removed.name })}
          </Toast>
        )}
      </ToastRegion>
    </div>
  )
}
