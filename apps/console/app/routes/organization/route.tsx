import { Panel, Section } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { ConfirmRow } from '../../dialog/confirm-row.tsx'
import { DangerZone } from '../../dialog/danger-zone.tsx'
import { ConsoleForm } from '../../form/console-form.tsx'
import { readForm } from '../../form/fields.server.ts'
import { OrganizationFields } from '../../organizations/organization-fields.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { useProjectRoot } from '../../people/project-root.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useMay } from '../../scopes/use-scope.ts'
import { useText } from '../../text/texts.tsx'
import { changeOrganization } from './change.server.ts'
import { Connections } from './connections.tsx'
import { Links } from './links.tsx'
import { readOrganization } from './organization.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  return readOrganization(
    await enterOwnProject(consoleRequestOf(context), params, 'organizations'),
    params['organization'] ?? '',
  )
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'organizations')
  return changeOrganization(page, scope, params['organization'] ?? '', await readForm(request))
}

/** One organization: its domains, its connections, and its onboarding links. */
export default function Organization() {
  const t = useText('console_organizations')
  const data = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const root = useProjectRoot()
  const may = useMay()
  const { organization } = data
  const people = (
    <ButtonLink href={`${root}/people?organization=${organization.id}`} link={PageLink} size="small">
      {t('list.people')}
    </ButtonLink>
  )
  const shown = organization.domains.length === 0 ? t('list.no_domain') : organization.domains.join(', ')
  return (
    <>
      <PageHead title={organization.label} intro={<bdi>{shown}</bdi>} actions={people} />
      <Connections
        {...data}
        mayChange={may('patchProjectWithRevision')}
        checked={answer?.kind === 'checked' ? answer : undefined}
      />
      {data.links !== undefined && (
        <Links
          links={data.links}
          made={answer?.kind === 'link' ? answer : undefined}
          mayCreate={may('createOrganizationOnboardingPortalLink')}
        />
      )}
      {may('updateOrganization') && (
        <Section id="fields" title={t('fields.title')} intro={t('fields.lead')}>
          <Panel padded>
            <ConsoleForm intent="save" submit={t('fields.save')}>
              <OrganizationFields organization={organization} />
            </ConsoleForm>
          </Panel>
        </Section>
      )}
      {may('deleteOrganization') && <Danger label={organization.label} />}
    </>
  )
}

/** Deletes an organization after a confirmation, which says what happens to its people. */
function Danger({ label }: { readonly label: string }) {
  const t = useText('console_organizations')
  return (
    <DangerZone title={t('delete.title')}>
      <ConfirmRow
        ask="delete"
        label={t('delete.label')}
        intro={t('delete.lead')}
        title={t('delete.question', { label })}
        intent="delete"
        hidden={{ label }}
      >
        <p>{t('delete.people')}</p>
        <p>{t('delete.rest')}</p>
      </ConfirmRow>
    </DangerZone>
  )
}
