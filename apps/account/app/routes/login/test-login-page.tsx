import type { DrawnFlow } from '../../flow-page/drawn-flow.ts'
import { FlowView } from '../../flow-page/flow-view.tsx'
import { GatePage } from '../../layout/gate-page.tsx'
import { useText } from '../../text/text-source.ts'

/** A dry run of a sign-in: its one button, and afterwards how it went. It opens no session. */
export function TestLoginPage({ drawn }: { readonly drawn: DrawnFlow<'login'> }) {
  const result = drawn.flow.test_context?.debug_payload
  const t = useText('login')
  const after = result?.error ? t('test.failed') : t('test.done')
  return (
    <GatePage title={result ? after : t('test.title')} intro={t('test.intro')} failed={drawn.failed}>
      {result ? <p dir="auto">{result.error?.message}</p> : <FlowView kind="login" drawn={drawn} />}
    </GatePage>
  )
}
