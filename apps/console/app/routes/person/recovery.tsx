import { Alert, Dialog } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { useEffect, useRef } from 'react'
import { useActionData, useNavigate, useNavigation } from 'react-router'
import { useDialogParam } from '../../dialog/use-dialog-param.ts'
import { ChoiceField, ConsoleForm } from '../../form/console-form.tsx'
import { faultsOf } from '../../form/faults.ts'
import { SamePageLink } from '../../page/page-link.tsx'
import { ReasonField } from '../../people/reason-field.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import type { changePerson, Recovered } from './change.server.ts'
import classes from './person.module.css'

export interface RecoveryProps {
  /** Enabled at the identity service, and allowed to the operator. */
  readonly methods: readonly ('code' | 'link')[]
}

/** The dialog that creates a recovery code or link, for the reason that the operator gives, and shows it once. */
export function Recovery({ methods }: RecoveryProps) {
  const t = useText('console_people')
  const common = useText('console')
  const navigate = useNavigate()
  const answer = useActionData<typeof changePerson>()
  const recovered = answer !== undefined && 'kind' in answer && answer.kind === 'recovered' ? answer : undefined
  const isRefused = faultsOf(answer, 'recover') !== undefined
  const isSending = useNavigation().formData?.get('intent') === 'recover'
  const { openDialog, closeHref } = useDialogParam()
  if (openDialog !== 'recover') return null
  const closeLink = (label: string) => (
    <ButtonLink href={closeHref} link={SamePageLink} size="small">
      {label}
    </ButtonLink>
  )
  return (
    <Dialog
      takesFocus={!isRefused && recovered === undefined}
      title={t('recovery.title')}
      // Escape must not close the dialog while the secret is created or shown: it cannot be shown again.
      {...(recovered === undefined &&
        !isSending && {
          onDismiss: () => void navigate(closeHref, { preventScrollReset: true, replace: true }),
        })}
    >
      {recovered !== undefined && (
        <>
          <RecoverySecret {...recovered} />
          <p>{t('recovery.by_hand')}</p>
          <div className={classes.actions}>{closeLink(t('recovery.done'))}</div>
        </>
      )}
      {recovered === undefined && methods.length === 0 && (
        <>
          <p>{t('recovery.none')}</p>
          <div className={classes.actions}>{closeLink(common('dialog.cancel'))}</div>
        </>
      )}
      {recovered === undefined && methods.length > 0 && (
        <>
          <p className={classes.quiet}>
            {t('recovery.lead')} {t('recovery.by_hand')}
          </p>
          <ConsoleForm intent="recover" submit={t('recovery.make')} beside={closeLink(common('dialog.cancel'))}>
            <ChoiceField
              name="method"
              label={t('recovery.way')}
              options={methods.map((method) => ({ value: method, label: t(`recovery.${method}`) }))}
            />
            <ReasonField required />
          </ConsoleForm>
        </>
      )}
    </Dialog>
  )
}

/** The code and the link. They take the focus, so that they are not overlooked. */
function RecoverySecret({ code, link, expiresAt }: Recovered) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [link])
  const t = useText('console_people')
  return (
    <Alert kind="success" title={t('recovery.once')} data-testid="recovered" ref={box} autoFocus>
      <div className={classes.secret}>
        {code !== undefined && (
          <p>
            {t('recovery.the_code')} <bdi className={classes.digits}>{code}</bdi>
          </p>
        )}
        <p>
          {t('recovery.the_link')} <bdi className={classes.code}>{link}</bdi>
        </p>
        {expiresAt !== undefined && (
          <p>
            {t('recovery.until')} <Instant at={expiresAt} />
          </p>
        )}
      </div>
    </Alert>
  )
}
