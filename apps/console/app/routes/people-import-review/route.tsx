import { schemaFields } from '@gatehouse/contract/schema-fields'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { StagedImport } from '../../../src/imports/staged-import.ts'
import { enterProject } from '../../control-plane/place.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { faulty } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { checkStaged } from '../../imports/check-staged.server.ts'
import { importWork } from '../../imports/import-work.server.ts'
import { readStaged } from '../../imports/read-staged.server.ts'
import { columnsOf } from '../../imports/sample.server.ts'
import { accountTargetNames, isTarget } from '../../imports/targets.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { adminBecause } from '../../people/because.server.ts'
import { rootOf } from '../../people/project-root.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { labelOfField } from '../../traits/field-text.ts'
import { CheckView } from './check-view.tsx'
import { MappingForm } from './mapping-form.tsx'
import { StartForm } from './start-form.tsx'

async function open({ context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>) {
  const page = consoleRequestOf(context)
  const room = await enterProject(page, params)
  if (!room.may('batchPatchIdentities')) throw forbidden(page)
  const staged = await page.imports.find(room.project.id, params['import'] ?? '')
  if (staged === undefined) throw notFound(page)
  const schemas = await room.load('listIdentitySchemas')
  const fields = schemaFields(schemas.find(({ id }) => id === staged.schemaId)?.schema ?? {})
  const path = page.imports.pathOf(staged.id)
  return { page, room, staged, schemas, fields, path }
}

export async function loader(args: LoaderFunctionArgs) {
  const { staged, schemas, fields, path } = await open(args)
  const { fileName, format, targets } = staged
  return {
    fileName,
    format,
    targets,
    columns: format === 'csv' ? await columnsOf(staged, path) : [],
    traits: fields.map((field) => ({ value: field.name, label: labelOfField(field) })),
    checked: await checkStaged(readStaged(staged, path, schemas), schemas),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { page, room, staged, schemas, fields, path } = await open(args)
  const form = await readForm(args.request)
  const here = `${rootOf(room)}/people/import/${staged.id}`
  if (form.intent === 'discard') {
    await page.imports.discard(staged.id)
    return redirect(`${rootOf(room)}/people/import`, 303)
  }
  if (form.intent === 'map') {
    const targets = staged.columns.map((_, index) => form.text(`column_${index}`))
    const kept = targets.map((_, index) => `column_${index}`)
    const isWrong = (target: string, index: number) =>
      !isTarget(target, fields) || (target !== '' && targets.indexOf(target) < index)
    const wrong = kept.filter((_, index) => isWrong(targets[index] ?? '', index))
    if (wrong.length > 0) {
      const faults = Object.fromEntries(wrong.map((name) => [name, page.t('console_people:import.twice')]))
      return faulty(form, faults, kept)
    }
    await page.imports.change({ ...staged, targets })
    return redirect(here, 303)
  }
  if (form.intent !== 'start') throw forbidden(page)
  const admin = adminBecause(page, room, form.text('reason'))
  const started = page.jobs.start({
    projectId: room.project.id,
    kind: 'import',
    startedBy: room.operator.name,
    source: staged.id,
    work: async (handle) => {
      await importWork(admin, () => readStaged(staged, path, schemas), handle)
      if (!handle.stopped()) await page.imports.discard(staged.id)
    },
  })
  if (started.kind === 'busy') return faulty(form, { reason: page.t('console_people:jobs.busy') }, ['reason'])
  return redirect(`${rootOf(room)}/jobs/${started.id}`, 303)
}

type Named = Pick<StagedImport, 'fileName' | 'format'>

function nameOf({ fileName, format }: Named, pasted: string): string {
  return fileName === '' ? `${pasted} (${format.toUpperCase()})` : fileName
}

/** What a file holds and what would become of it, before anything is created. */
export default function ReviewImport() {
  const t = useText('console_people')
  const data = useLoaderData<typeof loader>()
  const places = [
    ...data.traits,
    ...accountTargetNames.map((name) => ({ value: name, label: t(`import.target_${name}`) })),
  ]
  return (
    <>
      <PageHead
        title={t('import.review_title', { name: nameOf(data, t('import.pasted')) })}
        lead={t('import.review_lead')}
      />
      {data.columns.length > 0 && <MappingForm columns={data.columns} targets={data.targets} places={places} />}
      <CheckView checked={data.checked} isTable={data.format !== 'json'} />
      <StartForm count={data.checked.fine} />
    </>
  )
}
