import { schemaFields } from '@gatehouse/contract/schema-fields'
import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { enterProject, type ProjectRoom } from '../../control-plane/place.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { receiveUpload } from '../../imports/receive-upload.server.ts'
import { recognize } from '../../imports/recognize.server.ts'
import { guessTargets } from '../../imports/targets.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { rootOf } from '../../people/project-root.server.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { titleOf } from '../../traits/schema-document.ts'
import { type TypedPeople, UploadForm } from './upload-form.tsx'

async function enter(page: ConsoleRequest, params: Readonly<Record<string, string | undefined>>): Promise<ProjectRoom> {
  const room = await enterProject(page, params)
  if (!room.may('batchPatchIdentities')) throw forbidden(page)
  return room
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const room = await enter(consoleRequestOf(context), params)
  const schemas = await room.load('listIdentitySchemas')
  return { schemas: schemas.map((schema) => ({ value: schema.id, label: titleOf(schema) })) }
}

/** Why a file was not taken: a text below `import.fault_`. */
type UploadFault = 'empty' | 'too_large' | 'malformed' | 'not_utf8' | 'no_columns'

const refuse = (fault: UploadFault, field: 'file' | 'text' = 'file', typed?: TypedPeople) =>
  data({ fault, field, typed }, fault === 'too_large' ? 413 : 400)

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const room = await enter(page, params)
  const upload = await receiveUpload(request, page.imports)
  if (upload.kind !== 'received') return refuse(upload.kind)
  const { file, fileName, field } = upload
  const recognized = await recognize(file.path)
  if (recognized.kind !== 'recognized') {
    await page.imports.discard(file.id)
    return refuse(recognized.kind, fileName === '' ? 'text' : 'file', { text: field('text'), schema: field('schema') })
  }
  const schemas = await room.load('listIdentitySchemas')
  const schema = schemas.find(({ id }) => id === field('schema')) ?? schemas[0]
  const targets = schema === undefined ? [] : guessTargets(recognized.columns, schemaFields(schema.schema))
  const { format, delimiter, columns } = recognized
  const facts = { fileName: fileName.slice(0, 200), format, delimiter, columns, targets, schemaId: schema?.id ?? '' }
  const staged = await page.imports.describe(room.project.id, file, facts)
  return redirect(`${rootOf(room)}/people/import/${staged.id}`, 303)
}

/** Hands in a file of people, or text. */
export default function Import() {
  const t = useText('console_people')
  const { schemas } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={t('import.title')} lead={t('import.lead')} />
      <UploadForm
        schemas={schemas}
        fault={answer && t(`import.fault_${answer.fault}`)}
        faultyField={answer?.field ?? 'file'}
        submission={answer}
        typed={answer?.typed}
      />
    </>
  )
}
