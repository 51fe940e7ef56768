import { mostAccountsOfJob } from '@gatehouse/contract/operators'
import { ButtonLink } from '@gatehouse/design/controls'
import { Alert } from '@gatehouse/design/content'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { faulty } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { reasonNotStarted } from '../../jobs/not-started.server.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { rootOf } from '../../people/project-root.server.ts'
import { ReasonField } from '../../people/reason-field.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { bulkActions } from '../people/bulk-actions.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterProject(consoleRequestOf(context), params)
  return { root: rootOf(scope) }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('createJob')) throw forbidden(page)
  const form = await readForm(request)
  const chosen = bulkActions.find((one) => one === form.text('action'))
  const ids = [...new Set(form.all('ids').flatMap((list) => list.split(',')))]
    .filter((id) => uuid.test(id))
    .slice(0, mostAccountsOfJob)
  if (chosen === undefined) throw forbidden(page)
  if (form.intent !== 'run' || ids.length === 0) return data({ kind: 'asked' as const, chosen, ids }, 200)
  if (chosen === 'delete' && form.text('typed') !== String(ids.length)) {
    const answer = faulty(form, { typed: page.t('console_people:bulk.typed_wrong', { count: ids.length }) }, ['reason'])
    return data({ ...answer.data, chosen, ids }, 400)
  }
  const started = await scope.change('createJob', {
    body: { action: chosen, identity_ids: ids },
    reason: form.text('reason'),
  })
  if (started.kind === 'refused') {
    const answer = faulty(form, { reason: reasonNotStarted(page, started) }, ['reason'])
    return data({ ...answer.data, chosen, ids }, 400)
  }
  return redirect(`${rootOf(scope)}/jobs/${started.body.id}`, 303)
}

/** Asks once more before something is done to several people. */
export default function Bulk() {
  const t = useText('console_people')
  const common = useText('console')
  const root = useProjectRoot()
  const asked = useActionData<typeof action>()
  const back = (
    <ButtonLink href={`${root}/people`} link={PageLink} size="small">
      {common('dialog.cancel')}
    </ButtonLink>
  )
  if (asked === undefined || asked.ids.length === 0) {
    return (
      <>
        <PageHead title={t('bulk.nobody')} />
        <Alert kind="info">{t('bulk.nobody_text')}</Alert>
        <p>{back}</p>
      </>
    )
  }
  const { chosen, ids } = asked
  return (
    <>
      <PageHead title={t(`bulk.${chosen}_title`, { count: ids.length })} intro={t(`bulk.${chosen}_text`)} />
      <ConsoleForm
        intent="run"
        submit={t(`bulk.${chosen}`)}
        variant={chosen === 'activate' ? 'primary' : 'danger'}
        hidden={{ action: chosen, ids: ids.join(',') }}
        beside={back}
      >
        <ReasonField />
        {chosen === 'delete' && (
          <TextField
            name="typed"
            label={t('bulk.type', { count: ids.length })}
            inputMode="numeric"
            autoComplete="off"
            required
          />
        )}
      </ConsoleForm>
    </>
  )
}
