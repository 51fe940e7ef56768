import { Panel, ProviderIcon, Row } from '@gatehouse/design/content'
import type { LinkFact } from '../../flow-page/settings/facts.ts'
import { useText } from '../../text/text-source.ts'
import { RemoveLink } from './remove-link.tsx'

/** The accounts at providers that open this account. */
export function LinkRows({ links }: { readonly links: readonly LinkFact[] }) {
  const t = useText('settings')
  if (links.length === 0) return null
  return (
    <Panel>
      {links.map(({ id, name, removable }) => (
        <Row
          key={id}
          icon={<ProviderIcon provider={id} name={name} />}
          title={name}
          action={removable && <RemoveLink group="oidc" id={id} name={name} />}
        >
          {removable ? t('state.set') : t('state.only_way')}
        </Row>
      ))}
    </Panel>
  )
}
