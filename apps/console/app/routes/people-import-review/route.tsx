import type { Changed } from '@gatehouse/client/control-plane'
import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { schemaFields, labelOfField } from '@gatehouse/contract/identities'
import { accountTargetNames } from '@gatehouse/contract/operators'
import { Section, Panel } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden, refusedByControlPlane } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { faulty } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { reasonNotStarted } from '../../jobs/not-started.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { rootOf } from '../../people/project-root.server.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { ReasonField } from '../../people/reason-field.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { changeSource } from './change-source.server.ts'
import { CheckView } from './check-view.tsx'
import { MappingForm } from './mapping-form.tsx'
import classes from './review.module.css'
import { SourceForm } from './source-form.tsx'

async function open({ context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('startImport')) throw forbidden(page)
  const about = { params: { import_id: params['import'] ?? '' } }
  return { page, scope, about }
}

export async function loader(args: LoaderFunctionArgs) {
  const { scope, about } = await open(args)
  const [staged, checked, schemas] = await Promise.all([
    scope.load('getImport', about),
    scope.load('checkImport', about),
    scope.load('listIdentitySchemas'),
  ])
  const fields = schemaFields(schemas.find(({ id }) => id === staged.schema_id)?.schema ?? {})
  return {
    fileName: staged.file_name,
    format: staged.format,
    source: staged.source,
    needsHash: staged.source === 'firebase' && !staged.further_files.some(({ format }) => format === 'firebase_hash'),
    targets: staged.columns.map(({ target }) => target),
    columns: staged.columns,
    traits: fields.map((field) => ({ value: field.name, label: labelOfField(field) })),
    checked,
  }
}

export async function action(args: ActionFunctionArgs) {
  const { page, scope, about } = await open(args)
  const form = await readForm(args.request)
  const here = `${rootOf(scope)}/people/import/${about.params.import_id}`
  if (form.intent === 'discard') {
    requireDone(page, await scope.change('deleteImport', about))
    return redirect(`${rootOf(scope)}/people/import`, 303)
  }
  if (form.intent === 'map') {
    const { columns } = await scope.load('getImport', about)
    const targets = columns.map((_, index) => form.text(`column_${index}`))
    const changed = await scope.change('updateImport', { ...about, body: { targets } })
    if (changed.kind === 'done') return redirect(here, 303)
    const wrong: unknown = changed.details?.['columns']
    if (!Array.isArray(wrong)) throw refusedByControlPlane(page, changed.status, changed.reason, changed.id)
    const faults = wrong.map((index) => [`column_${index}`, page.t('console_people:import.twice')])
    return faulty(
      form,
      Object.fromEntries(faults),
      columns.map((_, index) => `column_${index}`),
    )
  }
  if (form.intent === 'source') return changeSource(page, scope, about, form, here)
  if (form.intent !== 'start') throw forbidden(page)
  const started = await scope.change('startImport', { ...about, reason: form.text('reason') })
  if (started.kind === 'refused') return faulty(form, { reason: reasonNotStarted(page, started) }, ['reason'])
  return redirect(`${rootOf(scope)}/jobs/${started.body.id}`, 303)
}

function requireDone(page: ConsoleRequest, changed: Changed<unknown>): void {
  if (changed.kind === 'refused') throw refusedByControlPlane(page, changed.status, changed.reason, changed.id)
}

interface Named {
  readonly fileName: string
  readonly format: string
}

function nameOf({ fileName, format }: Named, pasted: string): string {
  return fileName === '' ? `${pasted} (${format.toUpperCase()})` : fileName
}

/** The content of a file and the result of its import, before anything is created. */
export default function ReviewImport() {
  const t = useText('console_people')
  const root = useProjectRoot()
  const data = useLoaderData<typeof loader>()
  const available = [
    ...data.traits,
    ...accountTargetNames.map((name) => ({ value: name, label: t(`import.target_${name}`) })),
  ]
  return (
    <>
      <PageHead
        title={t('import.review_title', { name: nameOf(data, t('import.pasted')) })}
        intro={t('import.review_lead')}
        crumbs={[{ href: `${root}/people/import`, label: t('import.title') }]}
      />
      {data.columns.length > 0 && <MappingForm columns={data.columns} targets={data.targets} available={available} />}
      <SourceForm
        key={data.source}
        source={data.source ?? 'own'}
        providers={data.checked.providers}
        needsHash={data.needsHash}
      />
      <CheckView checked={data.checked} isTable={data.format !== 'json'} />
      {data.checked.left_behind.length > 0 && <LeftBehind left={data.checked.left_behind} />}
      <StartForm count={data.checked.fine} />
    </>
  )
}

/** Begins the import, or takes the file away. */
function StartForm({ count }: { readonly count: number }) {
  const t = useText('console_people')
  return (
    <Section id="start" title={t('import.start_title')} intro={t('import.start_lead')}>
      <div className={classes.start}>
        {count > 0 && (
          <ConsoleForm intent="start" submit={t('import.start', { count })}>
            <ReasonField />
          </ConsoleForm>
        )}
        <ConsoleForm intent="discard" submit={t('import.discard')} variant="plain" />
      </div>
    </Section>
  )
}

interface LeftBehindProps {
  readonly left: AnswerOf<'checkImport'>['left_behind']
}

/** The data of another system that is not imported. */
function LeftBehind({ left }: LeftBehindProps) {
  const t = useText('console_people')
  return (
    <Section id="left" title={t('import.left')} intro={t('import.left_lead')}>
      <Panel padded>
        <ul className={classes.left} data-testid="left-behind" lang="en" dir="ltr">
          {left.map(({ what, why, people }) => (
            <li key={`${what} ${why}`}>
              <strong>
                {people} × {what}
              </strong>
              <span>{why}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </Section>
  )
}
