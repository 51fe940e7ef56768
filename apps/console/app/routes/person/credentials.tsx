import { oneOf } from '@gatehouse/i18n/translator'
import { Empty, Icon, type IconName, Panel, Row, Section } from '@gatehouse/design/content'
import { Confirm } from '../../dialog/confirm.tsx'
import { ReasonField } from '../../people/reason-field.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { namedTypes } from '../../people/method-names.ts'
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

/** Types that cannot be removed, each for a reason of its own among the texts (`credential.stays`). */
const irremovable = ['passkey', 'code'] as const

export interface CredentialsProps {
  readonly credentials: readonly ShownCredential[]
}

/** A person's credentials, each with a button that removes it. */
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
                  <CredentialRow key={identifier} credential={credential} identifier={identifier} />
                ))
              : [<CredentialRow key={credential.type} credential={credential} />],
          )}
        </Panel>
      )}
    </Section>
  )
}

interface CredentialRowProps {
  readonly credential: ShownCredential
  /** The only identifier that the row shows and removes; absent: all of them. */
  readonly identifier?: string
}

function CredentialRow({ credential: { type, identifiers, createdAt, removal }, identifier }: CredentialRowProps) {
  const t = useText('console_people')
  const may = useMay()
  const known = oneOf(namedTypes, type)
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
      {/* The identifier of a second factor is the identity's id. */}
      {identifier === undefined && ['password', 'code'].includes(type) && identifiers.length > 0 && (
        <>
          {' · '}
          <bdi>{identifiers.join(', ')}</bdi>
        </>
      )}
      {mayRemove && removal === 'none' && (
        <> · {t(`credential.stays.${irremovable.find((known) => known === type) ?? 'other'}`)}</>
      )}
    </Row>
  )
}
