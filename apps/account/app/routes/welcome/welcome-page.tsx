import { Address, Badge, Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import type { Channel } from '@gatehouse/contract/identities'
import { Arrival } from '../../enhance/arrival.tsx'
import { useText } from '../../text/text-source.ts'
import { AccountPage } from '../../layout/account-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { useRootData } from '../../layout/root-data.ts'
import { useInstant } from '../../text/instant.ts'

export interface WelcomePageProps {
  /** Name or address of the account. */
  readonly person: string
  /** What the person is called, if they said so. */
  readonly name?: string | undefined
  /** RFC 3339. */
  readonly signedInAt: string
  readonly twoSteps: boolean
  readonly addresses: readonly { readonly value: string; readonly verified: boolean; readonly via: Channel }[]
}

/** Who is signed in, whether their addresses are confirmed, and where to go from here. */
export function WelcomePage({ person, name, signedInAt, twoSteps, addresses }: WelcomePageProps) {
  const t = useText('welcome')
  const brand = useRootData()?.brand.name
  const instant = useInstant()
  return (
    <AccountPage
      title={name === undefined ? t('title_plain') : t('title', { name })}
      intro={t('intro', { brand })}
      person={person}
    >
      <Panel>
        <Row
          icon={<Icon name="user" />}
          title={<Address>{person}</Address>}
          badge={twoSteps && <Badge on>{t('two_steps')}</Badge>}
        >
          <span suppressHydrationWarning>{t('signed_in_at', { when: instant(signedInAt) })}</span>
        </Row>
      </Panel>
      <Arrival />
      <Section id="addresses" title={t('addresses')} intro={t('addresses_intro')}>
        {addresses.length === 0 ? (
          <p>{t('no_addresses')}</p>
        ) : (
          <Panel>
            {addresses.map((address) => (
              <Row
                key={address.value}
                icon={<Icon name={address.via === 'sms' ? 'phone' : 'mail'} />}
                title={<Address>{address.value}</Address>}
                badge={<Badge on={address.verified}>{t(address.verified ? 'confirmed' : 'unconfirmed')}</Badge>}
                action={
                  !address.verified && (
                    <ButtonLink href="/verification" link={PageLink} size="small">
                      {t('confirm')}
                    </ButtonLink>
                  )
                }
              />
            ))}
          </Panel>
        )}
      </Section>
      <Section id="pages" title={t('pages')}>
        <Panel>
          {pages.map(({ name: page, href, icon }) => (
            <Row
              key={href}
              icon={<Icon name={icon} />}
              title={t(page)}
              action={
                <ButtonLink href={href} link={PageLink} size="small">
                  {t(`${page}_open`)}
                </ButtonLink>
              }
            >
              {t(`${page}_about`)}
            </Row>
          ))}
        </Panel>
      </Section>
    </AccountPage>
  )
}

const pages = [
  { name: 'settings', href: '/settings', icon: 'shield' },
  { name: 'sessions', href: '/sessions', icon: 'laptop' },
] as const
