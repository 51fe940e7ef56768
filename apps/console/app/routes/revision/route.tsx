import { Row, Section } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { compare } from '../../configuration/compare.server.ts'
import { ComparisonView } from '../../configuration/comparison-view.tsx'
import { printConfig } from '../../configuration/config-text.server.ts'
import { noteSaved } from '../../configuration/draft-action.server.ts'
import { saveDraft } from '../../configuration/draft.server.ts'
import { configAt, presentConfig, revisionAt } from '../../configuration/project-document.server.ts'
import { Maker } from '../../configuration/maker.tsx'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { FactPanel } from '../../layout/fact-panel.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterOwnProject(consoleRequestOf(context), params, 'configuration')
  const { config: then, ...made } = await revisionAt(scope, params['revision'] ?? '')
  const now = await presentConfig(scope)
  return { made, present: now.revision, comparison: compare(now.config, then), text: printConfig(then) }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const form = await readForm(request)
  const then = await configAt(scope, params['revision'] ?? '')
  const saved = await saveDraft(scope, form.text('present'), JSON.stringify(then))
  if (saved.kind === 'saved') {
    noteSaved(page, saved.warnings)
    return redirect(`/w/${scope.workspace.slug}/p/${scope.project.slug}/configuration`, 303)
  }
  const reason = saved.kind === 'refused' ? saved.reason : page.t('console_projects:draft.stale_text')
  const status = saved.kind === 'refused' ? 400 : 409
  return refusedOrForbidden(page, form, { kind: 'refused', status, id: undefined, reason, faults: [] })
}

/** One revision of a project: the changes that a return to it would make. */
export default function Revision() {
  const t = useText('console_projects')
  const { made, present, comparison, text } = useLoaderData<typeof loader>()
  const may = useMay()
  const root = useProjectRoot()
  return (
    <>
      <PageHead
        title={t('revision.one')}
        intro={t('revision.one_lead')}
        crumbs={[{ href: `${root}/configuration/revisions`, label: t('revision.title') }]}
      />
      <Section id="difference" title={t('revision.difference')}>
        <ComparisonView label={t('revision.difference')} comparison={comparison} />
        {comparison.length > 0 && may('patchProjectWithRevision') && (
          <ConsoleForm intent="restore" submit={t('revision.restore')} hidden={{ present }} />
        )}
      </Section>
      <FactPanel>
        <Row title={t('revision.when')}>
          <Instant at={made.created_at} />
        </Row>
        <Row title={t('revision.by')}>
          <Maker of={made} />
        </Row>
        <Row title={t('revision.maker_id')}>
          <code dir="ltr">{made.made_by}</code>
        </Row>
        <Row title={t('revision.id')}>
          <code dir="ltr">{made.id}</code>
        </Row>
      </FactPanel>
      <details>
        <summary>{t('revision.whole')}</summary>
        <pre dir="ltr">{text}</pre>
      </details>
    </>
  )
}
