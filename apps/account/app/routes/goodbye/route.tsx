import { ButtonLink } from '@gatehouse/design/controls'
import { useEffect } from 'react'
import { GatePage } from '../../layout/gate-page.tsx'
import { useRootData } from '../../request/root-data.ts'
import { useText } from '../../text/text-source.ts'

/** After an account was deleted by its owner. */
export default function RouteGoodbye() {
  const t = useText('data')
  useForgetting()
  const brand = useRootData()?.brand.name
  return (
    <GatePage title={t('goodbye.title')} intro={t('goodbye.intro', { brand })}>
      <ButtonLink href="/login" variant="primary">
        {t('goodbye.on')}
      </ButtonLink>
    </GatePage>
  )
}

/** On the page after a deletion: this browser forgets how the account was signed in to. */
function useForgetting(): void {
  useEffect(() => {
    void import('../../enhance/sign-in-memory.ts').then(
      ({ forgetSignIns }) => forgetSignIns(),
      () => undefined,
    )
  }, [])
}
