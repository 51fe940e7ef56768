import { ButtonLink } from '@gatehouse/design/controls'
import { Dialog } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { useActionData, useNavigate } from 'react-router'
import { ConsoleForm, TextField } from '../form/console-form.tsx'
import { faultsOf } from '../form/faults.ts'
import { SamePageLink } from '../page/page-link.tsx'
import { useText } from '../text/texts.tsx'
import classes from './confirm.module.css'
import { useDialogParam } from './use-dialog-param.ts'

export interface ConfirmProps {
  /** Names the question in the page's address: `revoke.4f1…`. */
  readonly ask: string
  /** On the button that asks. */
  readonly label: string
  /** The subject of the button, if the label alone does not say it. */
  readonly describedBy?: string
  readonly title: string
  readonly children?: ReactNode
  /** More to fill in than a yes. */
  readonly fields?: ReactNode
  /** `danger`, unless nothing is deleted. */
  readonly variant?: 'danger' | 'plain'
  /** On the button that does it. */
  readonly confirm: string
  readonly intent: string
  readonly hidden?: Readonly<Record<string, string>>
  /** The text to type before an action that cannot be undone. The action compares it with what is stored. */
  readonly typed?: string
}

/**
 * A button that asks before it does something. The question has an address, so it works without script; with it, it is
 * a dialog that holds the focus.
 */
export function Confirm(props: ConfirmProps) {
  const { ask, label, describedBy, variant = 'danger' } = props
  const { dialogHref } = useDialogParam()
  return (
    <>
      <ButtonLink
        href={dialogHref(ask)}
        link={SamePageLink}
        size="small"
        variant={variant}
        aria-describedby={describedBy}
      >
        {label}
      </ButtonLink>
      <ConfirmDialog {...props} />
    </>
  )
}

/** The properties of a question, without the button that asks it. */
export type ConfirmDialogProps = Omit<ConfirmProps, 'label' | 'describedBy'>

/** The question alone, drawn if the address asks it: its button is drawn separately. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const navigate = useNavigate()
  const isAnswered = faultsOf(useActionData(), props.intent) !== undefined
  const { openDialog, closeHref } = useDialogParam()
  if (openDialog !== props.ask) return null
  return (
    <Dialog
      role="alertdialog"
      // The error of a refused answer takes the focus instead.
      takesFocus={!isAnswered}
      title={props.title}
      onDismiss={() => void navigate(closeHref, { preventScrollReset: true, replace: true })}
    >
      <Content {...props} closeHref={closeHref} />
    </Dialog>
  )
}

function Content({
  children,
  fields,
  variant,
  confirm,
  intent,
  hidden,
  typed,
  closeHref,
}: ConfirmDialogProps & { readonly closeHref: string }) {
  const t = useText('console')
  const cancel = (
    <ButtonLink href={closeHref} link={SamePageLink} size="small">
      {t('dialog.cancel')}
    </ButtonLink>
  )
  return (
    <>
      {children && <div className={classes.text}>{children}</div>}
      <ConsoleForm
        intent={intent}
        submit={confirm}
        variant={variant === 'plain' ? 'primary' : 'removal'}
        hidden={hidden ?? {}}
        beside={cancel}
      >
        {fields}
        {typed !== undefined && (
          <TextField name="typed" label={t('dialog.type', { name: typed })} autoComplete="off" required />
        )}
      </ConsoleForm>
    </>
  )
}
