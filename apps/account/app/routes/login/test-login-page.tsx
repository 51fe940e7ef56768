import type { TestLoginContext } from '@gatehouse/contract/flows'
import type { DrawnFlow } from '../../flow-page/drawn-flow.ts'
import { FlowView } from '../../flow-page/flow-view.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { useText } from '../../text/text-source.ts'

/** A dry run of a sign-in: its one button, and afterwards how it went. It opens no session. */
export function TestLoginPage({
  drawn,
  context: { debug_payload: result },
}: {
  readonly drawn: DrawnFlow<'login'>
  readonly context: TestLoginContext
}) {
  const t = useText('login')
  if (result === undefined) {
    return (
      <GatePage title={t('test.title')} intro={t('test.intro')} failed={drawn.failed}>
        <FlowView kind="login" drawn={drawn} />
      </GatePage>
    )
  }
  return (
    <GatePage title={result.error ? t('test.failed') : t('test.done')} intro={t('test.intro')}>
      {result.error?.message && <p dir="auto">{result.error.message}</p>}
    </GatePage>
  )
}
