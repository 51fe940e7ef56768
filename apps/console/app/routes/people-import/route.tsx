import type { CallResult, Upload } from '@gatehouse/client/control-plane'
import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { type ImportFault, importFaults, importSources } from '@gatehouse/contract/operators'
import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, refusalPage } from '../../failure/fail.server.ts'
import { type ArrivingFile, receiveUpload } from '../../imports/receive-upload.server.ts'
import { sourceChoices, sourceNames } from '../../imports/source-names.ts'
import { PageHead } from '../../page/page-head.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { type Say, useText } from '../../text/texts.tsx'
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

/** The reason why a file was refused: a text below `import.fault_`. */
type UploadFault = ImportFault | 'malformed'

interface Refused {
  readonly fault: UploadFault
  /** The system that the file seems to be exported from. */
  readonly found?: string | undefined
}

const refuse = ({ fault, found }: Refused, field: 'file' | 'text' = 'file', typed?: TypedPeople) =>
  data({ kind: 'refused' as const, fault, found, field, typed }, fault === 'too_large' ? 413 : 400)

type Staged = CallResult<AnswerOf<'createImport'>>

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enter(page, params)
  const upload = (content: Upload['content']) => ({ content, type: 'application/octet-stream' as const })
  const handIn = (content: Upload['content'], fileName: string, schema: string, source: string) =>
    scope.call('createImport', {
      query: {
        file_name: fileName.slice(0, 200),
        schema_id: schema,
        source: sourceChoices.find((one) => one === source),
      },
      upload: upload(content),
    })
  /** The first file is the import; every further one goes with it. */
  const handOn = async ({ name, content, field }: ArrivingFile, before: readonly Staged[]): Promise<Staged> => {
    const [first, ...more] = before
    if (first === undefined) return handIn(content, name, field('schema'), field('source'))
    const refused = [first, ...more].find(({ kind }) => kind === 'refused')
    if (refused !== undefined || first.kind !== 'done') return refused ?? first
    return scope.call('addImportFile', {
      params: { import_id: first.body.id },
      query: { file_name: name.slice(0, 200) },
      upload: upload(content),
    })
  }
  const received = await receiveUpload(request, handOn)
  const [first] = received.files
  const discard = async () => {
    if (first?.kind === 'done') await scope.call('deleteImport', { params: { import_id: first.body.id } })
  }
  if (received.kind !== 'received') {
    await discard()
    return refuse({ fault: received.kind })
  }
  const { files, field } = received
  const typed = { text: field('text'), schema: field('schema'), source: field('source') }
  if (first === undefined && typed.text === '') return refuse({ fault: 'empty' })
  const made = first ?? (await handIn(new Blob([typed.text]), '', typed.schema, typed.source))
  const refused = [made, ...files].find((one) => one.kind === 'refused')
  if (made.kind === 'done' && refused === undefined)
    return redirect(`${scope.address}/people/import/${made.body.id}`, 303)
  await discard()
  return refuse(faultOf(page, refused ?? made), first === undefined ? 'text' : 'file', typed)
}

function faultOf(page: ConsoleRequest, answer: Staged): Refused {
  if (answer.kind === 'done') throw new TypeError('what was taken has no fault')
  const fault = importFaults.find((one) => one === answer.details?.['fault'])
  if (fault === undefined) throw refusalPage(page, answer.status, answer.reason, answer.id)
  const found = importSources.find((one) => one === answer.details?.['found'])
  return { fault, found: found && sourceNames[found] }
}

function faultText(t: Say<'console_people'>, { fault, found }: Refused): string {
  if (fault !== 'other_source') return t(`import.fault_${fault}`)
  return found === undefined ? t('import.fault_other_source') : t('import.fault_found_source', { name: found })
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
        fault={answer && faultText(t, answer)}
        faultyField={answer?.field ?? 'file'}
        submission={answer}
        typed={answer?.typed}
      />
    </>
  )
}
