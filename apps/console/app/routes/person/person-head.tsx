import { Avatar } from '@gatehouse/design/content'
import { CopyButton } from '@gatehouse/design/controls'
import type { ReactNode } from 'react'
import { Breadcrumbs } from '../../page/breadcrumbs.tsx'
import { PageTitle } from '../../page/page-title.tsx'
import { StateBadge } from '../../people/state-badge.tsx'
import { useMethodNames } from '../../people/method-names.ts'
import { Ago } from '../../text/ago.tsx'
import { useText } from '../../text/texts.tsx'
import { useCopyTexts } from '../../form/use-copy-texts.ts'
import classes from './person-head.module.css'

export interface PersonHeadProps {
  /** When the page was read, in milliseconds since 1970. */
  readonly now: number
  /** Undefined: none is known. */
  readonly lastSignIn: { readonly signedInAt: string; readonly methods: readonly string[] } | undefined
  readonly person: {
    readonly id: string
    readonly name: string
    readonly state: string
    readonly addresses: readonly { readonly value: string }[]
  }
  /** The buttons beside the name. */
  readonly children: ReactNode
}

/** The head of a person's page: breadcrumbs, name, state, ids, the last sign-in, and the actions. */
export function PersonHead({ now, lastSignIn, person, children }: PersonHeadProps) {
  const t = useText('console_people')
  const { copied } = useCopyTexts()
  const methodNames = useMethodNames()
  const { id, name, state, addresses } = person
  const address = addresses[0]?.value ?? ''
  return (
    <header className={classes.head}>
      <PageTitle title={name} />
      <Breadcrumbs />
      <div className={classes.who}>
        <Avatar name={name} />
        <div className={classes.names}>
          <div className={classes.name}>
            <h1>
              <bdi title={name}>{name}</bdi>
            </h1>
            <StateBadge state={state} />
          </div>
          <p className={classes.ids}>
            {address !== '' && (
              <span>
                <bdi title={address}>{address}</bdi>
                <CopyButton value={address} label={t('person.copy_address')} copied={copied} />
              </span>
            )}
            <span>
              <code title={id}>{id}</code>
              <CopyButton value={id} label={t('person.copy_id')} copied={copied} />
            </span>
            {lastSignIn !== undefined && (
              <span className={classes.lastSignIn}>
                {t('person.last_sign_in')}: <Ago at={lastSignIn.signedInAt} now={now} /> ·{' '}
                {methodNames(lastSignIn.methods)}
              </span>
            )}
          </p>
        </div>
        {children}
      </div>
    </header>
  )
}
