import { Address, Badge, Empty, Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { Confirm } from '../../dialog/confirm.tsx'
import { ConsoleForm } from '../../form/console-form.tsx'
import { type Engine, supportsFeature } from '../../people/engine.ts'
import { ReasonField } from '../../people/reason-field.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import classes from './person.module.css'

interface ProvedAddress {
  readonly value: string
  readonly via: string
  readonly verified: boolean
  readonly at: string
}

export interface AddressesProps {
  readonly engine: Engine
  readonly person: {
    readonly addresses: readonly ProvedAddress[]
    readonly recovery: readonly { readonly value: string; readonly via: string }[]
  }
}

/** A person's addresses, and whether each was proved. */
export function Addresses({ engine, person: { addresses, recovery } }: AddressesProps) {
  const t = useText('console_people')
  const may = useMay()
  const canSend = supportsFeature(engine, 'verification') && may('sendIdentityVerification')
  const isLacking = !supportsFeature(engine, 'verification') && addresses.some(({ verified }) => !verified)
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
      {isLacking && <p className={classes.none}>{t('engine.verification')}</p>}
      <Panel>
        {addresses.map(({ value, via, verified, at }) => (
          <Row
            key={value}
            icon={<Icon name={via === 'sms' ? 'phone' : 'mail'} />}
            title={<Address>{value}</Address>}
            badge={
              <Badge tone={verified ? 'good' : 'warn'}>{t(verified ? 'address.verified' : 'address.unverified')}</Badge>
            }
            action={
              !verified && (
                <div className={classes.actions}>
                  {canSend && (
                    <ConsoleForm
                      intent={`send_verification.${value}`}
                      about={value}
                      submit={t('address.send')}
                      variant="plain"
                      hidden={{ address: value }}
                    />
                  )}
                  {may('patchIdentity') && (
                    <Confirm
                      ask={`verify.${value}`}
                      label={t('address.verify')}
                      title={t('address.verify_title', { address: value })}
                      confirm={t('address.verify')}
                      intent="verify"
                      variant="plain"
                      hidden={{ address: value }}
                      fields={<ReasonField />}
                    >
                      <p>{t('address.verify_text')}</p>
                    </Confirm>
                  )}
                </div>
              )
            }
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
          <Row key={value} icon={<Icon name={via === 'sms' ? 'phone' : 'mail'} />} title={<Address>{value}</Address>}>
            {t('address.recovers')}
          </Row>
        ))}
      </Panel>
    </Section>
  )
}
