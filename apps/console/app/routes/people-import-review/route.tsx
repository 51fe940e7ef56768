import classes from './review.module.css'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { CallResult } from '@gatehouse/client/control-plane'
import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { labelOfField, schemaFields } from '@gatehouse/contract/identities'
import { accountTargetNames, type ImportFault, importFaults } from '@gatehouse/contract/operators'
import { Panel, Section } from '@gatehouse/design/content'

import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, refusalPage } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { faulty, refusedForm } from '../../form/faulty.server.ts'
import { readForm, type SubmittedForm } from '../../form/fields.server.ts'
import { sourceChoices } from '../../imports/source-names.ts'
import { reasonNotStarted } from '../../jobs/not-started.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { ReasonField } from '../../people/reason-field.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { CheckView } from './check-view.tsx'
import { MappingForm } from './mapping-form.tsx'
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
  const here = `${scope.address}/people/import/${about.params.import_id}`
  if (form.intent === 'discard') {
    requireDone(page, await scope.call('deleteImport', about))
    return redirect(`${scope.address}/people/import`, 303)
  }
  if (form.intent === 'map') {
    const { columns } = await scope.load('getImport', about)
    const targets = columns.map((_, index) => form.text(`column_${index}`))
    const changed = await scope.call('updateImport', { ...about, body: { targets } })
    if (changed.kind === 'done') return redirect(here, 303)
    const wrong: unknown = changed.details?.['columns']
    if (!Array.isArray(wrong)) throw refusalPage(page, changed.status, changed.reason, changed.id)
    const faults = wrong.map((index) => [`column_${index}`, page.t('console_people:import.twice')])
    return faulty(
      form,
      Object.fromEntries(faults),
      columns.map((_, index) => `column_${index}`),
    )
  }
  if (form.intent === 'source') return changeSource(page, scope, about, form, here)
  if (form.intent !== 'start') throw forbidden(page)
  const started = await scope.call('startImport', { ...about, reason: form.text('reason') })
  if (started.kind === 'refused') return faulty(form, { reason: reasonNotStarted(page, started) }, ['reason'])
  return redirect(`${scope.address}/jobs/${started.body.id}`, 303)
}

function requireDone(page: ConsoleRequest, changed: CallResult<unknown>): void {
  if (changed.kind === 'refused') throw refusalPage(page, changed.status, changed.reason, changed.id)
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

/** Takes the facts about an export: its system, the names of its providers here, the parameters of its hashes. */
async function changeSource(
  page: ConsoleRequest,
  scope: ProjectContext,
  about: { readonly params: { readonly import_id: string } },
  form: SubmittedForm,
  here: string,
) {
  const { providers: linked } = await scope.load('checkImport', about)
  const fields = linked.map((_, index) => `provider_${index}`)
  // Not the hash parameters: they are a secret.
  const keep = ['source', ...fields]
  const hash = form.text('hash')
  if (hash !== '') {
    const upload = { content: new Blob([hash]), type: 'text/plain' as const }
    const added = await scope.call('addImportFile', { ...about, query: {}, upload })
    if (added.kind === 'refused') {
      const fault = faultOf(added)
      if (fault === undefined) throw refusalPage(page, added.status, added.reason, added.id)
      const text = unreadable.has(fault) ? 'fault_hash' : (`fault_${fault}` as const)
      return faulty(form, { hash: page.t(`console_people:import.${text}`) }, keep, added.status)
    }
  }
  const named = linked.flatMap(({ there, here: usual }, index) => {
    const given = form.text(fields[index] ?? '')
    return [[there, given === '' ? usual : given]]
  })
  const source = sourceChoices.find((one) => one === form.text('source'))
  const body = { source, ...(named.length > 0 && { providers: Object.fromEntries(named) }) }
  const changed = await scope.call('updateImport', { ...about, body })
  if (changed.kind === 'done') return redirect(here, 303)
  const fault = faultOf(changed)
  if (fault === undefined) return refusedForm(form, changed, keep)
  return faulty(form, { source: page.t(`console_people:import.fault_${fault}`) }, keep, changed.status)
}

/** Faults that mean only that the pasted text is not hash parameters. */
const unreadable: ReadonlySet<ImportFault> = new Set(['other_source', 'no_columns', 'not_utf8'])

function faultOf({ details }: Extract<CallResult<unknown>, { kind: 'refused' }>): ImportFault | undefined {
  return importFaults.find((one) => one === details?.['fault'])
}
