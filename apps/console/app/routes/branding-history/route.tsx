import { readFileForm } from '../../form/file-form.server.ts'
import { oneOf } from '@gatehouse/i18n/translator'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { AnswerView } from '../../branding/answer-view.tsx'
import { answerBranding } from '../../branding/branding-answer.server.ts'
import { fieldIn } from '../../branding/form-field.server.ts'
import { nameOfKey } from '../../branding/names.ts'
import { VersionList } from '../../branding/version-list.tsx'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { mailKeyName } from '../../mails/names.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'

async function enter({ context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const part = oneOf(['brand', 'mails'], params['part'])
  if (part === undefined) throw notFound(page)
  return { page, scope, part }
}

export async function loader({ request, ...args }: LoaderFunctionArgs) {
  const { scope, part } = await enter(args)
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('page_token') ?? undefined
  const [state, answer] = await Promise.all([
    scope.load('getBranding', { params: { part } }),
    scope.load('listBrandingVersions', { params: { part }, query: { page_size: '50', page_token: token } }),
  ])
  const next = answer.has_next_page === true ? answer.next_page_token : undefined
  return { part, present: state.version, versions: answer.versions, next, isFirst: token === undefined }
}

export async function action({ request, ...args }: ActionFunctionArgs) {
  const { page, scope, part } = await enter(args)
  const form = await readFileForm(page, request)
  const field = fieldIn(form)
  if (field('intent') !== 'restore') return redirect(page.here, 303)
  return answerBranding(page, scope, part, {
    intent: 'restore',
    field,
    read: async (before) => ({ document: before, refused: {} }),
  })
}

/** Everything that was published, newest first. */
export default function BrandingHistory() {
  const t = useText('console_branding')
  const { part, present, versions, next, isFirst } = useLoaderData<typeof loader>()
  const may = useMay()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={t('history.title')} intro={t(`history.${part}_lead`)} />
      <AnswerView answer={answer} form="" />
      <VersionList
        versions={versions}
        present={present}
        mayRestore={may('restoreBrandingVersion')}
        nameOf={part === 'brand' ? nameOfKey(t) : mailKeyName(t)}
        isWhole={next === undefined}
      />
      <Pager
        next={next === undefined ? undefined : `?page_token=${encodeURIComponent(next)}`}
        first={isFirst ? undefined : '?'}
      />
    </>
  )
}
