import { Alert } from '@gatehouse/design/alert'
import { Badge } from '@gatehouse/design/badge'
import { Panel, Row, Section } from '@gatehouse/design/panel'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { placesFor } from '../../control-plane/places.server.ts'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { SignOut } from '../../layout/sign-out.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { requireOperator } from '../../session/operator.server.ts'
import { useText } from '../../text/texts.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const operator = await requireOperator(page)
  const { workspaces: places, missing } = await placesFor(page, operator.identityId)
  return { email: operator.email || operator.name, places, missing }
}

/** Every workspace and project that the operator may enter; for people without any role, what that means. */
export default function Places() {
  const t = useText('console')
  const { email, places, missing } = useLoaderData<typeof loader>()
  if (places.length === 0) {
    return (
      <GatePage title={t('places.none.title')} lead={t('places.none.text', { email })}>
        <SignOut label={t('places.none.other')} />
      </GatePage>
    )
  }
  return (
    <GatePage title={t('places.title')} scene={false}>
      {missing !== undefined && (
        <Alert kind="error" title={t('places.missing', { origin: missing.origin })}>
          <bdi>{missing.reason}</bdi>
        </Alert>
      )}
      {places.map((workspace) => (
        <Section
          key={workspace.id}
          id={workspace.slug}
          title={workspace.name}
          lead={workspace.elsewhere && t('place.elsewhere', { origin: workspace.elsewhere })}
        >
          <Panel>
            {workspace.role !== undefined && (
              <Row
                title={<PageLink href={`/w/${workspace.slug}`}>{t('place.workspace')}</PageLink>}
                badge={<Badge>{t(`role.${workspace.role}`)}</Badge>}
              />
            )}
            {workspace.projects.map((project) => (
              <Row
                key={project.id}
                title={<PageLink href={`/w/${workspace.slug}/p/${project.slug}`}>{project.name}</PageLink>}
                badge={<Badge>{t(`environment.${project.environment}`)}</Badge>}
              />
            ))}
          </Panel>
        </Section>
      ))}
    </GatePage>
  )
}
