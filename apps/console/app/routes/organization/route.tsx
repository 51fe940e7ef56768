import { ButtonLink } from '@gatehouse/design/controls'
import { Panel, Section } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { OrganizationFields } from '../../organizations/organization-fields.tsx'
import { useProjectRoot } from '../../people/project-root.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { changeOrganization } from './change.server.ts'
import { Connections } from './connections.tsx'
import { Danger } from './danger.tsx'
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

/** One organization: whose people it has, where they sign in, and who may set that up. */
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
