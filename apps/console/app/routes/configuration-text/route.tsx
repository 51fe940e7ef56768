import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { printConfig, readConfigText, type TextFault } from '../../configuration/config-text.server.ts'
import { saveReviewed } from '../../configuration/draft-action.server.ts'
import { Drafted, draftIn } from '../../configuration/draft-view.tsx'
import { draftPage, reviewDraft } from '../../configuration/draft.server.ts'
import { presentConfig } from '../../configuration/project-document.server.ts'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { useText } from '../../text/texts.tsx'
import { Editor } from './editor.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterOwnProject(consoleRequestOf(context), params, 'configuration')
  const { revision, config } = await presentConfig(scope)
  return { revision, text: printConfig(config) }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const form = await readForm(request)
  const revision = form.intent === 'save' ? form.text('revision') : form.text('before')
  const text = form.text('draft')
  if (form.text('back') !== '') return data<FaultyText>({ kind: 'faulty_text', text, revision, faults: [] }, 200)
  const read = readConfigText(text)
  if (read.kind === 'faulty') {
    return data<FaultyText>({ kind: 'faulty_text', text, revision, faults: read.faults }, 400)
  }
  if (form.intent !== 'save')
    return draftPage({ ...(await reviewDraft(scope, revision, () => read.tree)), draft: text })
  const saved = await saveReviewed(page, scope, form)
  if (saved instanceof Response || saved.data.kind !== 'refused') return saved
  const faults = locateFaults(saved.data, read.lineOf)
  return data<FaultyText>({ kind: 'faulty_text', text, revision, faults }, 400)
}

/** The whole configuration of a project as text. */
export default function ConfigurationText() {
  const t = useText('console_projects')
  const { revision, text } = useLoaderData<typeof loader>()
  const answer: unknown = useActionData()
  const faulty = faultyTextIn(answer)
  const root = useProjectRoot()
  const actions = (
    <ButtonLink href={`${root}/configuration`} link={PageLink} size="small">
      {t('configuration.as_forms')}
    </ButtonLink>
  )
  return (
    <>
      <PageHead title={t('text.title')} intro={t('text.lead')} actions={actions} />
      <Drafted answer={draftIn(answer)}>
        <Editor
          key={faulty === undefined ? 'text' : 'faulty'}
          text={faulty?.text ?? text}
          revision={faulty?.revision ?? revision}
          faults={faulty?.faults ?? []}
          isAgain={faulty?.faults.length === 0}
        />
      </Drafted>
    </>
  )
}

/** The answer of an action to an unusable text: the whole text, and its faults with their positions. */
interface FaultyText {
  readonly kind: 'faulty_text'
  readonly text: string
  readonly revision: string
  readonly faults: readonly TextFault[]
}

function isFaultyText(answer: unknown): answer is FaultyText {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'faulty_text'
}

/** Recognizes such an answer. */
function faultyTextIn(answer: unknown): FaultyText | undefined {
  return isFaultyText(answer) ? answer : undefined
}

/** Finds the line that each fault is about: a fault begins with the path of its key. */
function locateFaults(
  refused: { readonly reason: string; readonly faults: readonly string[] },
  lineOf: (path: string) => number | undefined,
): readonly TextFault[] {
  if (refused.faults.length === 0) return [{ line: undefined, text: refused.reason }]
  return refused.faults.map((text) => ({ line: lineOf(text.split(/[\s:]/, 1)[0] ?? ''), text }))
}
