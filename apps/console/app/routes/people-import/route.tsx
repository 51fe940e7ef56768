import type { Upload } from '@gatehouse/client/control-plane'
import { type ImportFault, importFaults } from '@gatehouse/contract/operators'
import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, refusedByControlPlane } from '../../failure/fail.server.ts'
import { receiveUpload } from '../../imports/receive-upload.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { rootOf } from '../../people/project-root.server.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { titleOf } from '../../traits/schema-document.ts'
import { type TypedPeople, UploadForm } from './upload-form.tsx'

async function enter(
  page: ConsoleRequest,
  params: Readonly<Record<string, string | undefined>>,
): Promise<ProjectContext> {
  const scope = await enterProject(page, params)
  if (!scope.may('createImport')) throw forbidden(page)
  return scope
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enter(consoleRequestOf(context), params)
  const schemas = await scope.load('listIdentitySchemas')
  return { schemas: schemas.map((schema) => ({ value: schema.id, label: titleOf(schema) })) }
}

/** Why a file was not taken: a text below `import.fault_`. */
type UploadFault = ImportFault | 'malformed'

const refuse = (fault: UploadFault, field: 'file' | 'text' = 'file', typed?: TypedPeople) =>
  data({ fault, field, typed }, fault === 'too_large' ? 413 : 400)

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enter(page, params)
  const handIn = (content: Upload['content'], fileName: string, schema: string) =>
    scope.change('createImport', {
      query: { file_name: fileName.slice(0, 200), schema_id: schema },
      upload: { content, type: 'application/octet-stream' },
    })
  const received = await receiveUpload(request, ({ name, content, field }) => handIn(content, name, field('schema')))
  if (received.kind !== 'received') {
    if (received.file?.kind === 'done')
      await scope.change('deleteImport', { params: { import_id: received.file.body.id } })
    return refuse(received.kind)
  }
  const { file, field } = received
  const typed = { text: field('text'), schema: field('schema') }
  if (file === undefined && typed.text === '') return refuse('empty')
  const made = file ?? (await handIn(new Blob([typed.text]), '', typed.schema))
  if (made.kind === 'done') return redirect(`${rootOf(scope)}/people/import/${made.body.id}`, 303)
  const fault = importFaults.find((one) => one === made.details?.['fault'])
  if (fault === undefined) throw refusedByControlPlane(page, made.status, made.reason, made.id)
  return refuse(fault, file === undefined ? 'text' : 'file', typed)
}

/** Hands in a file of people, or text. */
export default function Import() {
  const t = useText('console_people')
  const { schemas } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={t('import.title')} intro={t('import.lead')} />
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
