import type { SettingsFlow } from '@gatehouse/contract/flows'
import { Aside } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { usePartAddress } from '../../layout/part-address.ts'
import { useText } from '../../text/text-source.ts'
import classes from './settings-page.module.css'

/** Says in the address of a form that it belongs to the page after a recovery, which a refusal is shown on too. */
export const recoveredParameter = 'recovered'

/** The wire's message that an account was recovered. */
const recovered = 1060001

/** Whether the settings were opened by a recovery, or show the refusal of its form. */
export function isRecovery({ ui }: SettingsFlow, query: URLSearchParams): boolean {
  return query.has(recoveredParameter) || ui.messages?.some(({ id }) => id === recovered) === true
}

/** The page after a recovery: a new password, and a way to the other settings. */
export function RecoveredPage({ failed, children }: { readonly failed: boolean; readonly children: ReactNode }) {
  const t = useText('settings')
  return (
    <GatePage title={t('recovered.title')} failed={failed}>
      <div className={classes.bare}>{children}</div>
      <Aside>
        <PageLink href={usePartAddress()()} data-testid="all-settings">
          {t('recovered.other')}
        </PageLink>
      </Aside>
    </GatePage>
  )
}
