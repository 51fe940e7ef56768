import { ButtonLink } from '@gatehouse/design/controls'
import { Panel, Row, Section } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConfirmRow } from '../../dialog/confirm-row.tsx'
import { DangerZone } from '../../dialog/danger-zone.tsx'
import { ChoiceField, ConsoleForm, TextField } from '../../form/console-form.tsx'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { type FormValues, refuseStaleForm } from '../../form/stale-form.server.ts'
import { useFormKey } from '../../form/use-form-key.ts'
import { FactPanel } from '../../layout/fact-panel.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterProject(consoleRequestOf(context), params)
  const { id, slug, name, environment } = await scope.load('getProject')
  const before = JSON.stringify({ name, environment } satisfies FormValues)
  return { id, slug, name, environment, before, isDefault: scope.project.isDefault }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  if (form.intent === 'delete') {
    const { slug } = scope.project
    if (form.text('typed') !== slug) {
      if (!scope.may('purgeProjectConfirmed')) throw forbidden(page)
      return faulty(form, { typed: page.t('console_projects:fault.slug', { slug }) }, ['typed'])
    }
    const deleted = await scope.call('purgeProjectConfirmed', { body: { slug: form.text('typed') } })
    if (deleted.kind === 'refused') return refusedOrForbidden(page, form, deleted, ['typed'])
    const { exported_to: folder, archive_id: archive } = deleted.body
    const { name } = scope.project
    if (folder !== undefined) setNotice(page, 'console_projects:delete.done', { name, folder })
    else if (archive !== undefined) setNotice(page, 'console_projects:delete.done_archived', { name, archive })
    else setNotice(page, 'console_projects:delete.done_elsewhere', { name })
    return redirect(scope.workspace.role === undefined ? '/' : `/w/${scope.workspace.slug}`, 303)
  }
  const name = form.text('name')
  if (name === '') return faulty(form, { name: page.t('console_projects:fault.name') }, ['name', 'environment'])
  const now = await scope.load('getProject')
  const stale = refuseStaleForm(page, form, { name: now.name, environment: now.environment })
  if (stale !== undefined) return stale
  const patch = [
    { op: 'replace' as const, path: '/name', value: name },
    { op: 'replace' as const, path: '/environment', value: form.text('environment') },
  ]
  const changed = await scope.call('patchProjectWithRevision', {
    params: { revision_id: now.revision_id },
    body: patch,
  })
  if (changed.kind === 'refused') return refusedOrForbidden(page, form, changed, ['name', 'environment'])
  setNotice(page, 'console_projects:settings.saved')
  return redirect(`/w/${scope.workspace.slug}/p/${scope.project.slug}/settings`, 303)
}

/** The settings of a project: its name, its name for programs, and its deletion. */
export default function ProjectSettings() {
  const t = useText('console_projects')
  const common = useText('console')
  const { id, slug, name, environment, before, isDefault } = useLoaderData<typeof loader>()
  const formKey = useFormKey('rename', before)
  const may = useMay()
  const root = useProjectRoot()
  const environments = (['dev', 'stage', 'prod'] as const).map((value) => ({
    value,
    label: common(`environment.${value}`),
  }))
  return (
    <>
      <PageHead title={common('nav.settings')} intro={t('settings.lead')} />
      {may('patchProjectWithRevision') && (
        <Section id="name" title={t('settings.name')}>
          <Panel padded>
            <ConsoleForm key={formKey} intent="rename" submit={t('settings.save')} before={before}>
              <TextField name="name" label={t('new.name')} defaultValue={name} maxLength={120} required />
              <ChoiceField
                name="environment"
                label={common('overview.environment')}
                defaultValue={environment}
                options={environments}
              />
            </ConsoleForm>
          </Panel>
        </Section>
      )}
      <Section id="ids" title={t('settings.ids')}>
        <FactPanel>
          <Row title={common('project.slug')}>
            <code>{slug}</code>
          </Row>
          <Row title={common('project.id')}>
            <code>{id}</code>
          </Row>
        </FactPanel>
      </Section>
      {may('purgeProjectConfirmed') && (
        <DangerZone
          title={t('delete.title')}
          intro={isDefault && t('delete.never')}
          before={
            !isDefault && (
              <ButtonLink href={`${root}/document`} size="small" download>
                {t('delete.download')}
              </ButtonLink>
            )
          }
        >
          {!isDefault && (
            <ConfirmRow
              ask="delete"
              label={t('delete.label')}
              intro={t('delete.lead')}
              title={t('delete.question', { name })}
              intent="delete"
              typed={slug}
            >
              <p>{t('delete.text')}</p>
            </ConfirmRow>
          )}
        </DangerZone>
      )}
    </>
  )
}
