import { oneOf } from '@gatehouse/i18n/translator'
import { Empty, Icon, type IconName, Panel, Row, Section } from '@gatehouse/design/content'
import { Confirm } from '../../dialog/confirm.tsx'
import { ReasonField } from '../../people/reason-field.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import type { ShownCredential } from './credentials.server.ts'

const icons: Readonly<Record<string, IconName>> = {
  password: 'lock',
  totp: 'phone',
  lookup_secret: 'codes',
  webauthn: 'key',
  passkey: 'key',
  oidc: 'link',
  saml: 'link',
  code: 'mail',
}

/** Types that cannot be removed, each for its own reason. */
const stays = ['passkey', 'code'] as const

const named = ['password', 'totp', 'lookup_secret', 'webauthn', 'passkey', 'oidc', 'saml', 'code'] as const

export interface CredentialsProps {
  readonly credentials: readonly ShownCredential[]
}

/** A person's sign-in methods, each with a way to remove it. */
export function Credentials({ credentials }: CredentialsProps) {
  const t = useText('console_people')
  return (
    <Section id="credentials" title={t('person.credentials')}>
      {credentials.length === 0 ? (
        <Empty title={t('person.no_credentials')} />
      ) : (
        <Panel>
          {credentials.flatMap((credential) =>
            credential.removal === 'each'
              ? credential.identifiers.map((identifier) => (
                  <Line key={identifier} credential={credential} identifier={identifier} />
                ))
              : [<Line key={credential.type} credential={credential} />],
          )}
        </Panel>
      )}
    </Section>
  )
}

interface LineProps {
  readonly credential: ShownCredential
  readonly identifier?: string
}

function Line({ credential: { type, identifiers, createdAt, removal }, identifier }: LineProps) {
  const t = useText('console_people')
  const may = useMay()
  const known = oneOf(named, type)
  const kind = known === undefined ? type : t(`credential.${known}`)
  const name = identifier === undefined ? kind : `${kind}: ${identifier}`
  const mayRemove = may('deleteIdentityCredentials')
  const removable = removal !== 'none' && mayRemove
  return (
    <Row
      icon={<Icon name={icons[type] ?? 'key'} />}
      title={<bdi>{name}</bdi>}
      action={
        removable && (
          <Confirm
            ask={`remove.${type}.${identifier ?? ''}`}
            label={t('credential.remove')}
            title={t('credential.remove_title', { name })}
            confirm={t('credential.remove')}
            intent="remove_credential"
            hidden={{ type, ...(identifier !== undefined && { identifier }) }}
            fields={<ReasonField />}
          >
            <p>{t(type === 'webauthn' ? 'credential.remove_keys_text' : 'credential.remove_text')}</p>
          </Confirm>
        )
      }
    >
      <span>{t('credential.since')}</span> <Instant at={createdAt} look="date" />
      {identifier === undefined && ['password', 'code'].includes(type) && identifiers.length > 0 && (
        <>
          {' · '}
          <bdi>{identifiers.join(', ')}</bdi>
        </>
      )}
      {mayRemove && removal === 'none' && (
        <> · {t(`credential.stays.${stays.find((known) => known === type) ?? 'other'}`)}</>
      )}
    </Row>
  )
}
