import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { useProjectRoot } from '../../people/project-root.ts'
import { StateBadge } from '../../people/state-badge.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../scope/use-scope.ts'
import { Activity } from './activity.tsx'
import { Addresses } from './addresses.tsx'
import { changePerson } from './change.server.ts'
import { Credentials } from './credentials.tsx'
import { Danger } from './danger.tsx'
import { Facts } from './facts.tsx'
import { loadPerson } from './person.server.ts'
import { Recovery } from './recovery.tsx'
import { Sessions } from './sessions.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  return loadPerson(scope, params['person'] ?? '')
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  return changePerson(page, scope, params['person'] ?? '', await readForm(request))
}

/** One person: who they are, how they get in, where they are signed in, and what can be done about it. */
export default function Person() {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const answered = useActionData<typeof action>()
  const { person, engine, ...data } = useLoaderData<typeof loader>()
  const recovered = answered !== undefined && 'kind' in answered && answered.kind === 'recovered' ? answered : undefined
  return (
    <>
      <PageHead
        title={person.name}
        intro={<StateBadge state={person.state} />}
        actions={
          may('patchIdentity') && (
            <ButtonLink href={`${root}/people/${person.id}/edit`} link={PageLink} size="small" variant="primary">
              {t('person.edit')}
            </ButtonLink>
          )
        }
      />
      <Facts person={person} traits={data.traits} schema={data.schema} />
      <Credentials credentials={data.credentials} />
      <Addresses person={person} />
      <Sessions sessions={data.sessions} />
      {may('createRecoveryCodeForIdentity') && <Recovery recovered={recovered} ways={data.recoveryWays} />}
      <Activity engine={engine} personId={person.id} events={data.events} shown={data.showsEvents} />
      {may('patchIdentity') && <Danger person={person} />}
    </>
  )
}
