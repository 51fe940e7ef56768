import { Badge, Empty } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from 'react-router'
import { AnswerView } from '../../branding/answer-view.tsx'
import { answerBranding } from '../../branding/branding-answer.server.ts'
import { fieldIn } from '../../branding/form-field.server.ts'
import classes from '../../branding/branding.module.css'
import { isChanged } from '../../branding/document.ts'
import { workedOn } from '../../branding/drafting.server.ts'
import { PublishBar } from '../../branding/publish-bar.tsx'
import { VersionList } from '../../branding/version-list.tsx'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { readFileForm } from '../../form/file-form.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { ownLanguages } from '../../mails/from-form.server.ts'
import { mailKeyName, mailName, mailNames } from '../../mails/names.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'

const shownVersions = 4

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterOwnProject(consoleRequestOf(context), params, 'configuration')
  const [state, { templates }, { versions, has_next_page: hasMore = false }] = await Promise.all([
    scope.load('getBranding', { params: { part: 'mails' } }),
    scope.load('listMailTemplates'),
    scope.load('listBrandingVersions', { params: { part: 'mails' }, query: { page_size: String(shownVersions) } }),
  ])
  const document = workedOn(state)
  const order: readonly string[] = mailNames
  const rows = templates
    .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
    .map(({ name }) => ({
      name,
      languages: ownLanguages(document, name),
      isDrafted: state.draft !== null && isChanged(state.published, document, name),
    }))
  return { version: state.version, draftVersion: state.draft?.version, rows, versions, hasMore, root: scope.address }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const form = await readFileForm(page, request)
  const field = fieldIn(form)
  const intent = field('intent')
  if (!['publish', 'publish_over', 'discard', 'restore'].includes(intent)) return redirect(page.here, 303)
  return answerBranding(page, scope, 'mails', {
    intent,
    field,
    read: async (before) => ({ document: before, refused: {} }),
  })
}

type MailRow = Awaited<ReturnType<typeof loader>>['rows'][number]

const formId = 'mails'

/** The mails of a project: which there are, and which of them say something of the project's own. */
export default function Mails() {
  const t = useText('console_branding')
  const nav = useText('console')
  const { version, draftVersion, rows, versions, hasMore, root } = useLoaderData<typeof loader>()
  const may = useMay()
  const answer = useActionData<typeof action>()
  const columns: readonly Column<MailRow>[] = [
    {
      id: 'mail',
      heading: t('mails.kind'),
      isName: true,
      render: ({ name }) => <PageLink href={`${root}/mails/${name}`}>{mailName(t, name)}</PageLink>,
    },
    {
      id: 'texts',
      heading: t('mails.texts'),
      render: ({ languages }) =>
        languages.length === 0 ? (
          <span className={classes.quiet}>{t('mails.built_in')}</span>
        ) : (
          t('mails.own', { languages: languages.join(', ') })
        ),
    },
    {
      id: 'draft',
      heading: t('mails.state'),
      card: 'end',
      render: ({ isDrafted }) => isDrafted && <Badge>{t('mails.draft')}</Badge>,
    },
  ]
  const changed = rows.filter(({ isDrafted }) => isDrafted).map(({ name }) => mailName(t, name))
  return (
    <>
      <PageHead title={nav('nav.mails')} intro={t('mails.lead')} />
      <AnswerView answer={answer} form={formId} />
      <DataTable
        caption={nav('nav.mails')}
        columns={columns}
        rows={rows}
        rowId={({ name }) => name}
        empty={<Empty drawing="letterbox" title={t('mails.empty')} />}
      />
      <Form id={formId} method="post" encType="multipart/form-data" hidden>
        <input type="hidden" name="draft_version" value={draftVersion ?? ''} />
      </Form>
      <section className={classes.part} aria-labelledby="history-title">
        <h2 id="history-title">{t('history.title')}</h2>
        <VersionList
          versions={versions}
          present={version}
          mayRestore={may('restoreBrandingVersion')}
          nameOf={mailKeyName(t)}
          isWhole={!hasMore}
        />
        {hasMore && (
          <div>
            <ButtonLink href={`${root}/branding/history/mails`} link={PageLink} size="small">
              {t('history.all')}
            </ButtonLink>
          </div>
        )}
      </section>
      {changed.length > 0 && may('publishBranding') && (
        <PublishBar changed={changed} isSaving={false} form={formId} mayKeep={false} />
      )}
    </>
  )
}
