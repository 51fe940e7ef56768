import { ButtonLink } from '@gatehouse/design/controls'
import { useHydrated } from '@gatehouse/design/browser'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useActionData, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ConsoleForm, TextField } from '../form/console-form.tsx'
import { faultsOf } from '../form/faults.ts'
import { SamePageLink } from '../layout/page-link.tsx'
import { keptQuery } from '../links/kept-query.ts'
import { useText } from '../text/texts.tsx'
import classes from './confirm.module.css'

export interface ConfirmProps {
  /** Names the question in the page's address: `revoke.4f1…`. */
  readonly ask: string
  /** On the button that asks. */
  readonly label: string
  /** Says what the button is about, where the label alone does not. */
  readonly describedBy?: string
  readonly title: string
  readonly children?: ReactNode
  /** More to fill in than a yes. */
  readonly fields?: ReactNode
  /** `danger`, unless nothing is taken away. */
  readonly variant?: 'danger' | 'plain'
  /** On the button that does it. */
  readonly confirm: string
  readonly intent: string
  readonly hidden?: Readonly<Record<string, string>>
  /** For what cannot be undone: this has to be typed. The action checks it (`typedName`). */
  readonly typed?: string
}

/**
 * A button that asks before it does something. The question has an address, so it works without script; with it, it is
 * a dialog that holds the focus.
 */
export function Confirm(props: ConfirmProps) {
  const { ask, label, describedBy, variant = 'danger' } = props
  const [search] = useSearchParams()
  return (
    <>
      <ButtonLink
        href={addressOf(search, ask)}
        link={SamePageLink}
        size="small"
        variant={variant}
        aria-describedby={describedBy}
      >
        {label}
      </ButtonLink>
      <Question {...props} isAsked={search.get('ask') === ask} />
    </>
  )
}

function addressOf(search: URLSearchParams, ask: string | undefined): string {
  const query = keptQuery(search)
  if (ask === undefined) query.delete('ask')
  else query.set('ask', ask)
  return `?${query}`
}

// There even while it is not asked: the dialog itself gives the focus back to where it came from.
function Question({ isAsked, ...props }: ConfirmProps & { readonly isAsked: boolean }) {
  const hydrated = useHydrated()
  const navigate = useNavigate()
  const isAnswered = faultsOf(useActionData(), props.intent) !== undefined
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const away = `${pathname}${addressOf(search, undefined)}`
  if (!hydrated) {
    if (!isAsked) return null
    return (
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is over everything else; what went wrong with it takes the focus itself
      <dialog open className={classes.plain} aria-labelledby="question" tabIndex={-1} autoFocus={!isAnswered}>
        <h2 id="question">{props.title}</h2>
        <Content {...props} away={away} />
      </dialog>
    )
  }
  const close = (isOpen: boolean) => {
    if (!isOpen) void navigate(away, { preventScrollReset: true, replace: true })
  }
  return (
    <ModalOverlay isOpen={isAsked} isDismissable onOpenChange={close} className={classes.overlay ?? ''}>
      <Modal className={classes.modal ?? ''}>
        <Dialog role="alertdialog" className={classes.dialog ?? ''}>
          <Heading slot="title" level={2}>
            {props.title}
          </Heading>
          <Content {...props} away={away} />
        </Dialog>
      </Modal>
    </ModalOverlay>
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
  away,
}: ConfirmProps & { readonly away: string }) {
  const t = useText('console')
  const cancel = (
    <ButtonLink href={away} link={SamePageLink} size="small">
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
