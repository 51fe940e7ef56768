import { Alert, Icon, Popover, PopoverItem } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { ConfirmDialog, type ConfirmDialogProps } from '../../dialog/confirm.tsx'
import { useDialogParam } from '../../dialog/use-dialog-param.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { PageLink, SamePageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { ReasonField } from '../../people/reason-field.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import classes from './person-head.module.css'
import { Recovery, type RecoveryProps } from './recovery.tsx'

export interface PersonActionsProps {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly state: string
    /** The operator types it to delete the account. */
    readonly deletionText: string
  }
  /** Whether it is the operator's own account. */
  readonly isOwn: boolean
  /** False: its schema was removed, so no form can show its traits. */
  readonly hasSchema: boolean
  /** The methods of account recovery that the identity service has enabled. */
  readonly recoveryMethods: RecoveryProps['methods']
}

/** The actions on an account as a whole, on every tab of its page: buttons, and a menu of the rare ones. */
export function PersonActions({ person, isOwn, hasSchema, recoveryMethods }: PersonActionsProps) {
  const t = useText('console_people')
  const may = useMay()
  const root = useProjectRoot()
  const { dialogHref } = useDialogParam()
  const { id, name, state, deletionText } = person
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
        <ButtonLink href={dialogHref('recover')} link={SamePageLink} size="small">
          {t('recovery.send')}
        </ButtonLink>
      )}
      {maySignOut && (
        <ButtonLink href={dialogHref('revoke_all')} link={SamePageLink} size="small">
          {t('session.revoke_all')}
        </ButtonLink>
      )}
      {(mayPatch || mayDelete) && (
        <Popover look="icon" align="end" name={t('people.more')} label={<Icon name="more" size={20} />}>
          {mayPatch && hasSchema && (
            <PopoverItem link={PageLink} href={`${root}/people/${id}/edit`}>
              {t('person.edit')}
            </PopoverItem>
          )}
          {mayPatch && state === 'active' && (
            <PopoverItem link={SamePageLink} href={dialogHref('deactivate')} isDanger>
              {t('danger.deactivate')}
            </PopoverItem>
          )}
          {mayDelete && (
            <PopoverItem link={SamePageLink} href={dialogHref('delete')} isDanger>
              {t('danger.delete')}
            </PopoverItem>
          )}
        </Popover>
      )}
      {mayRecover && <Recovery methods={recoveryMethods.filter((method) => may(recoveryOperations[method]))} />}
      {maySignOut && (
        <AccountConfirmDialog
          intent="revoke_all"
          title={t('session.revoke_all_title')}
          confirm={t('session.revoke_all')}
          text={t('session.revoke_all_text')}
          isOwn={isOwn}
        />
      )}
      {mayPatch && state === 'active' && (
        <AccountConfirmDialog
          intent="deactivate"
          title={t('danger.deactivate_title', { name })}
          confirm={t('danger.deactivate')}
          text={t('danger.deactivate_text')}
          isOwn={isOwn}
        />
      )}
      {mayDelete && (
        <AccountConfirmDialog
          intent="delete"
          title={t('danger.delete_title', { name })}
          confirm={t('danger.delete')}
          typed={deletionText}
          text={t('danger.delete_text')}
          isOwn={isOwn}
        />
      )}
    </div>
  )
}

/** TABLE: the operation of each recovery method. */
const recoveryOperations = { code: 'createRecoveryCodeForIdentity', link: 'createRecoveryLinkForIdentity' } as const

interface AccountQuestionProps extends Pick<ConfirmDialogProps, 'intent' | 'title' | 'confirm' | 'typed'> {
  readonly text: string
  readonly isOwn: boolean
}

/** The question before an action on the whole account. It warns operators who may lock themselves out. */
function AccountConfirmDialog({ text, isOwn, ...question }: AccountQuestionProps) {
  const t = useText('console_people')
  return (
    <ConfirmDialog {...question} ask={question.intent} fields={<ReasonField />}>
      <p>{text}</p>
      {isOwn && (
        <Alert kind="warning">
          <span data-testid="own-account">{t('danger.own')}</span>
        </Alert>
      )}
    </ConfirmDialog>
  )
}
