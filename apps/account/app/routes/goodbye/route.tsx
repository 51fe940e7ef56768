import { ButtonLink } from '@gatehouse/design/controls'
import { useForgetting } from '../../enhance/use-forgetting.ts'
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
