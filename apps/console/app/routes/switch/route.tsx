import { Alert, Badge, Panel, Row, Section } from '@gatehouse/design/content'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { GatePage } from '../../layout/gate-page.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { SignOut } from '../../layout/sign-out.tsx'
import { Toasts } from '../../layout/toasts.tsx'
import { addressOfScope, groupScopes } from '../../scopes/listed-scope.ts'
import { listScopes } from '../../control-plane/list-scopes.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { takeNotice } from '../../request/notice.server.ts'
import { requireOperator } from '../../session/operator.server.ts'
import { isLong, ListEmpty, ListSearch } from '../../table/filters.tsx'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const operator = await requireOperator(page)
  const scopes = await listScopes(page, operator.identityId)
  return { email: operator.email || operator.name, ...scopes, notice: takeNotice(page) }
}

/** The workspaces and projects that the operator may enter; for a person without any role, an explanation. */
export default function Switch() {
  const t = useText('console')
  const { email, q, scopes, missing, pages, notice } = useLoaderData<typeof loader>()
  if (scopes.length === 0 && q === '' && pages.first === undefined) {
    return (
      <GatePage title={t('places.none.title')} intro={t('places.none.text', { email })}>
        <SignOut label={t('places.none.other')} />
        <Toasts ended={[]} root="" notice={notice} />
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
      {isLong(scopes.length, q, pages) && <ListSearch q={q} label={t('places.q')} />}
      {scopes.length === 0 && (
        <ListEmpty q={q} pages={pages}>
          {null}
        </ListEmpty>
      )}
      {groupScopes(scopes).map(({ workspace, remoteOrigin, scopes: own }) => (
        <Section
          key={workspace.id}
          id={workspace.slug}
          title={workspace.name}
          intro={remoteOrigin && t('place.elsewhere', { origin: remoteOrigin })}
        >
          <Panel>
            {own.map((scope) => {
              const { project } = scope
              return (
                <Row
                  key={project?.slug ?? ''}
                  title={<PageLink href={addressOfScope(scope)}>{project?.name ?? t('place.workspace')}</PageLink>}
                  {...(project && { badge: <Badge>{t(`environment.${project.environment}`)}</Badge> })}
                />
              )
            })}
          </Panel>
        </Section>
      ))}
      <Pager {...pages} />
      <Toasts ended={[]} root="" notice={notice} />
    </GatePage>
  )
}
