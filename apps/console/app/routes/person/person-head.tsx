import { Avatar, Icon, Popover, PopoverItem } from '@gatehouse/design/content'
import { ButtonLink, CopyButton } from '@gatehouse/design/controls'
import { Breadcrumbs } from '../../layout/breadcrumbs.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { useProjectRoot } from '../../people/project-root.ts'
import { StateBadge } from '../../people/state-badge.tsx'
import { useText } from '../../text/texts.tsx'
import { useCopyTexts } from '../../form/use-copy-texts.ts'
import { useMay } from '../scope/use-scope.ts'
import classes from './person-head.module.css'

export interface PersonHeadProps {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly state: string
    readonly addresses: readonly { readonly value: string }[]
  }
}

/** Who a page is about, how to get back to everybody, and what can be done. */
export function PersonHead({ person: { id, name, state, addresses } }: PersonHeadProps) {
  const t = useText('console_people')
  const { copied } = useCopyTexts()
  const root = useProjectRoot()
  const may = useMay()
  const here = `${root}/people/${id}`
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
          </p>
        </div>
        {may('patchIdentity') && (
          <div className={classes.actions}>
            <ButtonLink href={`${here}/edit`} link={PageLink} size="small" variant="primary">
              {t('person.edit')}
            </ButtonLink>
            <Popover look="icon" align="end" name={t('people.more')} label={<Icon name="more" size={20} />}>
              {may('disableSession') && (
                <PopoverItem link={PageLink} href={`${here}/sessions?ask=revoke_all`}>
                  {t('session.revoke_all')}
                </PopoverItem>
              )}
              {may('createRecoveryCodeForIdentity') && (
                <PopoverItem link={PageLink} href={`${here}/sign-in#recovery`}>
                  {t('recovery.title')}
                </PopoverItem>
              )}
              {state === 'active' && (
                <PopoverItem link={PageLink} href={`${here}?ask=deactivate`} isDanger>
                  {t('danger.deactivate')}
                </PopoverItem>
              )}
              <PopoverItem link={PageLink} href={`${here}?ask=delete`} isDanger>
                {t('danger.delete')}
              </PopoverItem>
            </Popover>
          </div>
        )}
      </div>
    </header>
  )
}
