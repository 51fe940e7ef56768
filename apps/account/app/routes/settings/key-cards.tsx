import { Icon } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { useSearchParams } from 'react-router'
import type { KeyFact, SettingsFacts } from '../../flow-page/settings/facts.ts'
import { PageLink } from '../../layout/page-link.tsx'
import { useAgo } from '../../text/ago.ts'
import { useText } from '../../text/text-source.ts'
import classes from './key-cards.module.css'
import { type KeyGroup, useKeyNames } from './key-names.ts'
import { renameParameter, usePartAddress } from '../../layout/part-address.ts'
import { RemoveLink } from './remove-link.tsx'
import { RenameForm } from './rename-form.tsx'

interface KeyCardsProps {
  readonly group: KeyGroup
  readonly facts: SettingsFacts
}

/** A card for each passkey or security key: its name, its authenticator, its date, and its actions. */
export function KeyCards({ group, facts }: KeyCardsProps) {
  const nameOf = useKeyNames(group, facts)
  return (
    <ul className={classes.cards}>
      {facts.keys[group].map((key) => (
        <li key={key.id} className={classes.card} data-testid="key">
          <KeyCard group={group} value={key} name={nameOf(key)} canRename={facts.isOwn} />
        </li>
      ))}
    </ul>
  )
}

interface KeyCardProps {
  readonly group: KeyGroup
  readonly value: KeyFact
  /** That of no other. */
  readonly name: string
  readonly canRename: boolean
}

function KeyCard({ group, value, name, canRename }: KeyCardProps) {
  const t = useText('settings')
  const to = usePartAddress()
  const [query] = useSearchParams()
  const { id, authenticator, removable } = value
  const isRenamed = canRename && query.get(renameParameter) === id
  return (
    <>
      <div className={classes.what}>
        <span className={classes.icon}>
          <Icon name={group === 'webauthn' ? 'usb' : 'key'} size={24} />
        </span>
        <div>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          {authenticator !== undefined && authenticator !== name && (
            <p>
              <bdi>{authenticator}</bdi>
            </p>
          )}
        </div>
      </div>
      <KeyTimes value={value} />
      {isRenamed ? (
        <RenameForm group={group} id={id} name={value.name} />
      ) : (
        <div className={classes.actions}>
          {canRename && (
            <ButtonLink
              href={to(group, { [renameParameter]: id })}
              link={PageLink}
              size="small"
              aria-label={`${t('key.rename')}: ${name}`}
            >
              {t('key.rename')}
            </ButtonLink>
          )}
          {removable ? <RemoveLink group={group} id={id} name={name} /> : <p>{t('state.only_way')}</p>}
        </div>
      )}
    </>
  )
}

function KeyTimes({ value: { addedAt, usedAt } }: { readonly value: KeyFact }) {
  const t = useText('settings')
  const ago = useAgo()
  const added = addedAt === undefined ? undefined : ago(addedAt)
  const used = typeof usedAt === 'string' ? ago(usedAt) : undefined
  return (
    <dl className={classes.times}>
      {added && (
        <div>
          <dt>{t('key.added')}</dt>
          <dd suppressHydrationWarning title={added.exact}>
            {added.day}
          </dd>
        </div>
      )}
      {usedAt !== undefined && (
        <div>
          <dt>{t('key.used')}</dt>
          <dd suppressHydrationWarning title={used?.exact}>
            {used?.text ?? t('key.never')}
          </dd>
        </div>
      )}
    </dl>
  )
}
