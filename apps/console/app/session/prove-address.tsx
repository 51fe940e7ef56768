import { Alert } from '@gatehouse/design/content'
import { ConsoleForm } from '../form/console-form.tsx'
import { useText } from '../text/texts.tsx'

/** The notice of a link that needs a proved address: the person's is not proved yet. */
export function ProveAddress({ address }: { readonly address: string }) {
  const t = useText('console')
  return (
    <>
      <Alert kind="info" title={t('prove.title')}>
        {t('prove.text', { address })}
      </Alert>
      <ConsoleForm intent="prove" submit={t('prove.submit')} />
    </>
  )
}
