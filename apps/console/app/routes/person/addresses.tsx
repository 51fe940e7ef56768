import { Badge, Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { Empty } from '../../layout/empty.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'

interface Address {
  readonly value: string
  readonly via: string
  readonly verified: boolean
  readonly at: string
}

export interface AddressesProps {
  readonly person: {
    readonly addresses: readonly Address[]
    readonly recovery: readonly { readonly value: string; readonly via: string }[]
  }
}

/** Where somebody can be reached, and whether that was proved. */
export function Addresses({ person: { addresses, recovery } }: AddressesProps) {
  const t = useText('console_people')
  const recovers = new Set(recovery.map(({ value }) => value))
  const others = recovery.filter(({ value }) => !addresses.some((address) => address.value === value))
  if (addresses.length + others.length === 0) {
    return (
      <Section id="addresses" title={t('person.addresses')}>
        <Empty title={t('person.no_addresses')} />
      </Section>
    )
  }
  return (
    <Section id="addresses" title={t('person.addresses')}>
      <Panel>
        {addresses.map(({ value, via, verified, at }) => (
          <Row
            key={value}
            icon={<Icon name={via === 'sms' ? 'phone' : 'mail'} />}
            title={<bdi>{value}</bdi>}
            badge={<Badge on={verified}>{t(verified ? 'address.verified' : 'address.unverified')}</Badge>}
          >
            {verified && at !== '' && <Instant at={at} />}
            {recovers.has(value) && (
              <>
                {verified && at !== '' && ' · '}
                {t('address.recovers')}
              </>
            )}
          </Row>
        ))}
        {others.map(({ value, via }) => (
          <Row key={value} icon={<Icon name={via === 'sms' ? 'phone' : 'mail'} />} title={<bdi>{value}</bdi>}>
            {t('address.recovers')}
          </Row>
        ))}
      </Panel>
    </Section>
  )
}
