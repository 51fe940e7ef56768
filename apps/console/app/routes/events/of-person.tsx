import { PageLink } from '../../page/page-link.tsx'
import { addressOf } from '../../links/address-of.ts'
import { useText } from '../../text/texts.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import classes from './events.module.css'

export interface OfPersonProps {
  /** The name is empty where it is unknown. */
  readonly person: { readonly id: string; readonly name: string }
  /** The type that the list is narrowed to as well; empty: none. */
  readonly type: string
}

/** Whose events the list has, the way to them, and the way to everybody's. */
export function OfPerson({ person: { id, name }, type }: OfPersonProps) {
  const t = useText('console_events')
  const root = useProjectRoot()
  return (
    <p className={classes.whose} data-testid="whose-events">
      <span>{t('events.only_of')}</span>
      {name === '' ? (
        <code dir="ltr">{id}</code>
      ) : (
        <PageLink href={`${root}/people/${id}`}>
          <bdi>{name}</bdi>
        </PageLink>
      )}
      <PageLink href={addressOf({ type }) === '?' ? `${root}/events` : addressOf({ type })}>
        {t('events.of_all')}
      </PageLink>
    </p>
  )
}
