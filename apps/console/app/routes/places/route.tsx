import { Alert } from '@gatehouse/design/alert'
import { Badge } from '@gatehouse/design/badge'
import { Panel, Row, Section } from '@gatehouse/design/panel'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { SignOut } from '../../layout/sign-out.tsx'
import { addressOfPlace, groupPlaces } from '../../places/listed-place.ts'
import { listPlaces } from '../../places/list-places.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { requireOperator } from '../../session/operator.server.ts'
import { isLong, ListEmpty, ListSearch } from '../../table/filters.tsx'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const operator = await requireOperator(page)
  return { email: operator.email || operator.name, ...(await listPlaces(page, operator.identityId)) }
}

/** The workspaces and projects that the operator may enter; for people without any role, what that means. */
export default function Places() {
  const t = useText('console')
  const { email, q, places, missing, pages } = useLoaderData<typeof loader>()
  if (places.length === 0 && q === '' && pages.first === undefined) {
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
      {isLong(places.length, q, pages) && <ListSearch q={q} label={t('places.q')} />}
      {places.length === 0 && (
        <ListEmpty q={q} pages={pages}>
          {null}
        </ListEmpty>
      )}
      {groupPlaces(places).map(({ workspace, elsewhere, places: own }) => (
        <Section
          key={workspace.id}
          id={workspace.slug}
          title={workspace.name}
          intro={elsewhere && t('place.elsewhere', { origin: elsewhere })}
        >
          <Panel>
            {own.map((place) => {
              const { project } = place
              return (
                <Row
                  key={project?.slug ?? ''}
                  title={<PageLink href={addressOfPlace(place)}>{project?.name ?? t('place.workspace')}</PageLink>}
                  {...(project && { badge: <Badge>{t(`environment.${project.environment}`)}</Badge> })}
                />
              )
            })}
          </Panel>
        </Section>
      ))}
      <Pager {...pages} />
    </GatePage>
  )
}
