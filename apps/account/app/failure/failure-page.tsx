import { Button, ButtonLink, Field, TextInput, PasswordInput } from '@gatehouse/design/controls'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { useFormLabels } from '../layout/form-labels.ts'
import { GatePage } from '../layout/gate-page.tsx'
import { type Failure, parseFailure, type Resend } from '../request/failure.ts'
import { useRootData } from '../request/root-data.ts'
import { useText } from '../text/text-source.ts'
import classes from './failure-page.module.css'
import { RetryCountdown } from './retry-countdown.tsx'

/** The page of a failure: the failure, the remedy, and an id that is in the log. */
export function FailurePage({ error }: { readonly error: unknown }) {
  const t = useText('common')
  const root = useRootData()
  const here = useLocation().pathname
  const known = isRouteErrorResponse(error) ? parseFailure(error.data) : undefined
  const isWrongMethod = isRouteErrorResponse(error) && error.status === 405
  const failure: Failure = known ?? {
    title: t(isWrongMethod ? 'not_allowed.title' : 'crash.title'),
    text: t(isWrongMethod ? 'not_allowed.text' : 'crash.text'),
    reference: root?.requestId,
    // Reloading the page requests it by GET.
    exits: [{ label: t('crash.reload'), href: isWrongMethod ? here : '' }],
  }
  const [first] = failure.exits
  // The link to a second try is drawn with its time.
  const exits = failure.retry === undefined ? failure.exits : failure.exits.slice(1)
  return (
    <GatePage title={failure.title} intro={failure.text}>
      {failure.reason !== undefined && (
        <p className={classes.reason}>
          {t('service_says')}{' '}
          <q lang="en" dir="ltr">
            {failure.reason}
          </q>
        </p>
      )}
      {failure.resend !== undefined && <ResendForm resend={failure.resend} />}
      {first !== undefined && failure.retry !== undefined && <RetryCountdown exit={first} retry={failure.retry} />}
      <div className={classes.exits}>
        {exits.map((exit, index) => (
          <ButtonLink
            key={exit.label}
            href={exit.href}
            variant={index === 0 && failure.retry === undefined ? 'primary' : 'plain'}
          >
            {exit.label}
          </ButtonLink>
        ))}
        {failure.signOut !== undefined && (
          <form method="post" action="/logout">
            <input type="hidden" name="return_to" value={failure.signOut.returnTo} />
            <Button type="submit" data-testid="switch-account">
              {failure.signOut.label}
            </Button>
          </form>
        )}
      </div>
      {failure.reference !== undefined && (
        <p className={classes.reference}>
          {t('reference')}:{' '}
          <code dir="ltr" data-testid="error-reference">
            {failure.reference}
          </code>
        </p>
      )}
    </GatePage>
  )
}

/** Sends an unanswered form once more: a plain form, as without script. The page reports omitted fields. */
function ResendForm({ resend: { action, values, asked, label } }: { readonly resend: Resend }) {
  const labels = useFormLabels()
  return (
    <form method="post" action={action} noValidate className={classes.resend} data-testid="resend">
      {values.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {asked.map((field) => (
        <Field key={field.name} id={`resend-${field.name}`} label={field.label}>
          {(control) =>
            field.type === 'password' ? (
              <PasswordInput
                {...control}
                name={field.name}
                autoComplete={field.autoComplete}
                required
                labels={labels}
              />
            ) : (
              <TextInput
                {...control}
                name={field.name}
                autoComplete={field.autoComplete}
                inputMode="numeric"
                dir="ltr"
                required
              />
            )
          }
        </Field>
      ))}
      <Button type="submit" variant="primary">
        {label}
      </Button>
    </form>
  )
}
