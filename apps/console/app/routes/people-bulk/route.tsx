import { Alert, Avatar } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { faulty } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { reasonNotStarted } from '../../jobs/not-started.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { answerRun, mostAwaited } from '../../people/bulk-run.server.ts'
import { rootOf } from '../../people/project-root.server.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { ReasonField } from '../../people/reason-field.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { bulkActions } from '../people/bulk-actions.ts'
import classes from './meant.module.css'
import { changedBy, jobTarget, whoIsMeant } from './meant.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterProject(consoleRequestOf(context), params)
  return { root: rootOf(scope) }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('createJob')) throw forbidden(page)
  const form = await readForm(request)
  const chosen = bulkActions.find((one) => one === form.text('action'))
  if (chosen === undefined) throw forbidden(page)
  const meant = await whoIsMeant(scope, form)
  const { count } = meant
  if (form.intent !== 'run' || count === 0) return data({ kind: 'asked' as const, chosen, meant }, 200)
  // The confirmed number counts: meanwhile more people may match.
  if (chosen === 'delete' && form.text('typed') !== form.text('count')) {
    const typed = page.t('console_people:bulk.typed_wrong', { count: Number(form.text('count')) })
    return data({ ...faulty(form, { typed }, ['reason', 'typed']).data, chosen, meant }, 400)
  }
  const body = { action: chosen, ...jobTarget(meant) }
  const started = await scope.change('createJob', { body, reason: form.text('reason') })
  if (started.kind === 'refused') {
    const answer = faulty(form, { reason: reasonNotStarted(page, started) }, ['reason'])
    return data({ ...answer.data, chosen, meant }, 400)
  }
  if (count > mostAwaited) return redirect(`${rootOf(scope)}/jobs/${started.body.id}`, 303)
  const changes = chosen === 'activate' || chosen === 'deactivate' ? changedBy(chosen, meant) : []
  return answerRun(page, scope, { job: started.body, list: `${rootOf(scope)}/people${meant.query}`, changes })
}

/** Asks for a confirmation before an action on several people, and names them. */
export default function Bulk() {
  const t = useText('console_people')
  const common = useText('console')
  const root = useProjectRoot()
  const asked = useActionData<typeof action>()
  const back = (
    <ButtonLink href={`${root}/people${asked?.meant.query ?? ''}`} link={PageLink} size="small">
      {common('dialog.cancel')}
    </ButtonLink>
  )
  if (asked === undefined || asked.meant.count === 0) {
    return (
      <>
        <PageHead title={t('bulk.nobody')} />
        <Alert kind="info">{t('bulk.nobody_text')}</Alert>
        <p>{back}</p>
      </>
    )
  }
  const { chosen, meant } = asked
  const { count, ids, match, query } = meant
  return (
    <>
      <PageHead title={t(`bulk.${chosen}_title`, { count })} intro={t(`bulk.${chosen}_text`)} />
      <Meant {...meant} />
      <ConsoleForm
        intent="run"
        submit={t(`bulk.${chosen}`)}
        variant={chosen === 'activate' ? 'primary' : 'removal'}
        hidden={{
          action: chosen,
          count: `${count}`,
          ids: ids.join(','),
          ...(match === undefined ? { list: query.slice(1) } : { match }),
        }}
        beside={back}
      >
        <ReasonField />
        {chosen === 'delete' && (
          <TextField name="typed" label={t('bulk.type', { count })} inputMode="numeric" autoComplete="off" required />
        )}
      </ConsoleForm>
    </>
  )
}

interface MeantProps {
  readonly count: number
  readonly named: readonly { readonly id: string; readonly name: string; readonly address: string }[]
  readonly match: string | undefined
}

/** The selected people by name; of many the first ones, and how many more there are. */
function Meant({ count, named, match }: MeantProps) {
  const t = useText('console_people')
  const more = count - named.length
  return (
    <section aria-label={t('bulk.who')} className={classes.box}>
      <ul className={classes.people} data-testid="meant">
        {named.map(({ id, name, address }) => (
          <li key={id}>
            <Avatar name={name} />
            <span>
              <bdi>{name}</bdi>
              {address !== '' && (
                <small>
                  <bdi>{address}</bdi>
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.more}>{t('bulk.more', { count: more })}</p>}
      {match !== undefined && <p className={classes.more}>{t('bulk.not_you')}</p>}
    </section>
  )
}
