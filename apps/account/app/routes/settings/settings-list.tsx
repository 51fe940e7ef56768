import { type Identity, personName } from '@gatehouse/contract/identities'
import { Badge, Icon, Panel, Row, RowLink, Section, Address } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import { oneOf } from '@gatehouse/i18n/translator'
import { Form } from 'react-router'
import { useSubmission } from '../../flow-page/form/submission.ts'
import type { SettingsFacts } from '../../flow-page/settings/facts.ts'
import { partOf, type PartBlock } from '../../flow-page/settings/parts.ts'
import { PageLink } from '../../layout/page-link.tsx'
import { usePartAddress } from '../../layout/part-address.ts'
import { useText } from '../../text/text-source.ts'
import { titledGroups } from './part-titles.ts'
import { useStateTexts } from './state-texts.ts'

interface ProfileListProps {
  readonly identity: Identity
  /** Whether the service lets people change their profile. */
  readonly canEdit: boolean
}

/** The profile as rows: the name, and every address with its state. */
export function ProfileList({ identity, canEdit }: ProfileListProps) {
  return (
    <Panel>
      <ProfileRow identity={identity} canEdit={canEdit} />
      <AddressRows identity={identity} />
    </Panel>
  )
}

/** Every way to sign in as a row: its name, its state, and one button that opens it. */
export function SettingsList({ facts }: { readonly facts: SettingsFacts }) {
  const t = useText('settings')
  const at = (block: PartBlock) => facts.groups.filter((group) => blockOf(group, facts) === block)
  const first = at('first')
  const second = at('second')
  const other = at('other')
  return (
    <>
      {first.length > 0 && (
        <Section id="first" title={t('first.title')} intro={t('first.intro')}>
          <Panel>
            {first.map((group) => (
              <PartRow key={group} group={group} facts={facts} />
            ))}
          </Panel>
        </Section>
      )}
      {second.length > 0 && (
        <Section id="second" title={t('second.title')} intro={t('second.intro')}>
          <Panel>
            {second.map((group) => (
              <PartRow key={group} group={group} facts={facts} />
            ))}
          </Panel>
        </Section>
      )}
      {other.length > 0 && (
        <Section id="other" title={t('other.title')} intro={t('other.intro')}>
          <Panel>
            {other.map((group) => (
              <PartRow key={group} group={group} facts={facts} />
            ))}
          </Panel>
        </Section>
      )}
    </>
  )
}

/** A security key that signs in without a password is no second step. */
function blockOf(group: string, { keys }: SettingsFacts): PartBlock {
  if (group === 'webauthn' && keys.webauthn.some(({ signsIn }) => signsIn === true)) return 'first'
  return partOf(group)?.block ?? 'other'
}

function ProfileRow({ identity, canEdit }: ProfileListProps) {
  const t = useText('settings')
  const to = usePartAddress()
  const name = personName(identity)
  // Without a name, `name` is an address, which has a separate row.
  const hasName = !(identity.verifiable_addresses ?? []).some(({ value }) => value === name)
  return (
    <Row
      icon={<Icon name="user" />}
      title={hasName ? <bdi>{name}</bdi> : t('profile.title')}
      action={canEdit && <OpenPart group="profile" to={to('profile')} text={t('row.edit')} of={t('profile.title')} />}
    />
  )
}

function PartRow({ group, facts }: { readonly group: string; readonly facts: SettingsFacts }) {
  const t = useText('settings')
  const to = usePartAddress()
  const { isSet, facts: said, badge, warning, exact } = useStateTexts(facts)(group)
  const title = t(`${oneOf(titledGroups, group) ?? 'other'}.title`)
  const verb = isSet === false ? 'row.set_up' : group === 'password' ? 'row.change' : 'row.manage'
  return (
    <Row
      icon={<Icon name={partOf(group)?.icon ?? 'gear'} />}
      title={title}
      badge={
        <>
          {badge !== undefined && <Badge tone="good">{badge}</Badge>}
          {warning !== undefined && <Badge tone="warn">{warning}</Badge>}
        </>
      }
      action={<OpenPart group={group} to={to(group)} text={t(verb)} of={title} />}
    >
      <span suppressHydrationWarning title={exact}>
        {said.filter((fact) => fact !== '').join(' · ')}
      </span>
    </Row>
  )
}

interface OpenPartProps {
  readonly group: string
  readonly to: string
  readonly text: string
  /** The subject of the link: the words alone would be the same in every row. */
  readonly of: string
}

/** Opens a part. */
function OpenPart({ group, to, text, of }: OpenPartProps) {
  return (
    <RowLink href={to} link={PageLink} aria-label={`${text}: ${of}`} data-testid={`open/${group}`}>
      {text}
    </RowLink>
  )
}

/** The addresses of an account: whether each is confirmed, and a button for those that are not. */
function AddressRows({ identity }: { readonly identity: Identity }) {
  const t = useText('settings')
  const { busy, pressed, onSubmit } = useSubmission()
  return (identity.verifiable_addresses ?? []).map(({ id, value, via, verified }) => (
    <Row
      key={id}
      icon={<Icon name={via === 'sms' ? 'phone' : 'mail'} />}
      title={<Address>{value}</Address>}
      action={
        !verified && (
          <Form method="post" action="/settings/confirm-address" onSubmit={onSubmit}>
            <Button
              type="submit"
              name="address"
              value={value}
              size="small"
              busy={busy && pressed?.value === value}
              data-testid="confirm-address"
            >
              {t('address.confirm')}
            </Button>
          </Form>
        )
      }
    >
      <Badge tone={verified ? 'good' : 'warn'}>{t(verified ? 'address.confirmed' : 'address.unconfirmed')}</Badge>
    </Row>
  ))
}
