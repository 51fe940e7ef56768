import { Alert, Section } from '@gatehouse/design/content'
import { ConsoleForm } from '../../form/console-form.tsx'
import { useText } from '../../text/texts.tsx'
import type { Tested } from './change.server.ts'

/** Tries a stream out, and says what came of it. */
export function Test({ tested }: { readonly tested: Tested | undefined }) {
  const t = useText('console_events')
  return (
    <Section id="test" title={t('test.title')} intro={t('test.lead')}>
      {tested?.delivered === true && (
        <Alert kind="success" data-testid="tested" autoFocus>
          {t('test.arrived')}
        </Alert>
      )}
      {tested?.delivered === false && (
        <Alert kind="error" title={t('test.failed')} data-testid="tested" autoFocus>
          <span lang="en">{tested.fault}</span>
        </Alert>
      )}
      <ConsoleForm intent="test" submit={t('test.submit')} variant="plain" />
    </Section>
  )
}
