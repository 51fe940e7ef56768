import { Alert, Icon, Popover, PopoverItem } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { Question } from '../../dialog/confirm.tsx'
import { useAsked } from '../../dialog/use-asked.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { PageLink, SamePageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { ReasonField } from '../../people/reason-field.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import classes from './person-head.module.css'
import { Recovery, type RecoveryProps } from './recovery.tsx'

export interface PersonActsProps extends RecoveryProps {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly state: string
    /** To be typed before it is deleted. */
    readonly deletionText: string
  }
  /** Whether it is the operator's own account. */
  readonly isOwn: boolean
  /** False: its schema was removed, so no form can show its traits. */
  readonly hasForm: boolean
}

/** The actions on an account as a whole, on every tab of its page: buttons, and a menu of the rare ones. */
export function PersonActs({ person, isOwn, hasForm, recovered, ways }: PersonActsProps) {
  const t = useText('console_people')
  const may = useMay()
  const root = useProjectRoot()
  const { askAddress } = useAsked()
  const { id, state } = person
  const mayPatch = may('patchIdentity')
  const mayDelete = may('deleteIdentity')
  const mayRecover = may('createRecoveryCodeForIdentity') || may('createRecoveryLinkForIdentity')
  const maySignOut = may('deleteIdentitySessions')
  if (!mayPatch && !mayDelete && !mayRecover && !maySignOut) return null
  return (
    <div className={classes.actions}>
      {mayPatch && state !== 'active' && (
        <ConsoleForm intent="activate" submit={t('danger.activate')} variant="primary" />
      )}
      {mayRecover && (
        <ButtonLink href={askAddress('recover')} link={SamePageLink} size="small">
          {t('recovery.send')}
        </ButtonLink>
      )}
      {maySignOut && (
        <ButtonLink href={askAddress('revoke_all')} link={SamePageLink} size="small">
          {t('session.revoke_all')}
        </ButtonLink>
      )}
      {(mayPatch || mayDelete) && (
        <Popover look="icon" align="end" name={t('people.more')} label={<Icon name="more" size={20} />}>
          {mayPatch && hasForm && (
            <PopoverItem link={PageLink} href={`${root}/people/${id}/edit`}>
              {t('person.edit')}
            </PopoverItem>
          )}
          {mayPatch && state === 'active' && (
            <PopoverItem link={SamePageLink} href={askAddress('deactivate')} isDanger>
              {t('danger.deactivate')}
            </PopoverItem>
          )}
          {mayDelete && (
            <PopoverItem link={SamePageLink} href={askAddress('delete')} isDanger>
              {t('danger.delete')}
            </PopoverItem>
          )}
        </Popover>
      )}
      {mayRecover && <Recovery recovered={recovered} ways={ways.filter((way) => may(recoveryOperations[way]))} />}
      {maySignOut && (
        <Question
          ask="revoke_all"
          title={t('session.revoke_all_title')}
          confirm={t('session.revoke_all')}
          intent="revoke_all"
          fields={<ReasonField />}
        >
          <p>{t('session.revoke_all_text')}</p>
          {isOwn && <OwnAccount />}
        </Question>
      )}
      {mayPatch && state === 'active' && <Suspension name={person.name} isOwn={isOwn} />}
      {mayDelete && <Deletion person={person} isOwn={isOwn} />}
    </div>
  )
}

/** TABLE: the operation that each way of recovery takes. */
const recoveryOperations = { code: 'createRecoveryCodeForIdentity', link: 'createRecoveryLinkForIdentity' } as const

/** The question before an account is suspended. */
function Suspension({ name, isOwn }: { readonly name: string; readonly isOwn: boolean }) {
  const t = useText('console_people')
  return (
    <Question
      ask="deactivate"
      title={t('danger.deactivate_title', { name })}
      confirm={t('danger.deactivate')}
      intent="deactivate"
      fields={<ReasonField />}
    >
      <p>{t('danger.deactivate_text')}</p>
      {isOwn && <OwnAccount />}
    </Question>
  )
}

/** The question before an account is deleted. */
function Deletion({ person: { name, deletionText }, isOwn }: Pick<PersonActsProps, 'person' | 'isOwn'>) {
  const t = useText('console_people')
  return (
    <Question
      ask="delete"
      title={t('danger.delete_title', { name })}
      confirm={t('danger.delete')}
      intent="delete"
      typed={deletionText}
      fields={<ReasonField />}
    >
      <p>{t('danger.delete_text')}</p>
      {isOwn && <OwnAccount />}
    </Question>
  )
}

/** Says before an act on the operator's own account that the console is lost with it. */
function OwnAccount() {
  const t = useText('console_people')
  return (
    <Alert kind="warning">
      <span data-testid="own-account">{t('danger.own')}</span>
    </Alert>
  )
}
