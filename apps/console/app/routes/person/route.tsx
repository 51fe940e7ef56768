import { Section, Tabs } from '@gatehouse/design/content'
import { PageLink } from '../../page/page-link.tsx'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { CodeBlock } from '../../people/code-block.tsx'
import { useProjectRoot } from '../../people/project-root.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { Activity } from './activity.tsx'
import { Addresses } from './addresses.tsx'
import { changePerson } from './change.server.ts'
import { Credentials } from './credentials.tsx'
import { Facts } from './facts.tsx'
import { Messages } from './messages.tsx'
import { PersonActs } from './person-acts.tsx'
import { PersonHead } from './person-head.tsx'
import classes from './person.module.css'
import { loadPerson } from './person.server.ts'
import { Rail } from './rail.tsx'
import { Sessions } from './sessions.tsx'
import { personTabs, tabAddress } from './tabs.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const tab = params['tab'] === undefined ? 'profile' : personTabs.find((one) => one === params['tab'])
  if (tab === undefined) throw notFound(page)
  return loadPerson(page, scope, params['person'] ?? '', tab)
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  return changePerson(page, scope, params['person'] ?? '', await readForm(request))
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** One person: their traits, credentials and sessions, and the actions on the account. */
export default function Person() {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
  const data = useLoaderData<typeof loader>()
  const { person, tab } = data
  const answered = useActionData<typeof action>()
  const recovered = answered !== undefined && 'kind' in answered && answered.kind === 'recovered' ? answered : undefined
  const active = data.sessions.filter((one) => one.active).length
  const tabs = personTabs
    .filter((name) => name !== 'messages' || may('listCourierMessages'))
    .map((name) => ({
      href: `${root}/people/${tabAddress(person.id, name)}`,
      label: t(`tab.${name}`),
      current: name === tab,
      ...(name === 'sessions' && active > 0 && { count: active }),
    }))
  return (
    <>
      <PersonHead now={data.now} lastSignIn={data.lastSignIn} person={person}>
        <PersonActs
          person={person}
          isOwn={data.isOwn}
          hasForm={data.hasForm}
          recovered={recovered}
          ways={data.recoveryWays}
        />
      </PersonHead>
      <Tabs link={PageLink} label={t('tab.label', { name: person.name })} tabs={tabs} />
      <div className={classes.columns}>
        <aside className={classes.rail} aria-label={t('person.facts')}>
          <Rail {...data} />
        </aside>
        <div className={classes.main}>
          <Part data={data} />
        </div>
      </div>
    </>
  )
}

/** The content of a tab. */
function Part({ data }: { readonly data: Loaded }) {
  const t = useText('console_people')
  const { person, engine } = data
  const activity = { engine, personId: person.id, events: data.events, names: data.names, shown: data.showsEvents }
  switch (data.tab) {
    case 'profile':
      return (
        <>
          <Facts person={person} traits={data.traits} edited={data.edited} />
          <Addresses engine={engine} person={person} />
          <Activity {...activity} isRecent />
        </>
      )
    case 'sign-in':
      return <Credentials credentials={data.credentials} />
    case 'sessions':
      return <Sessions sessions={data.sessions} person={person.name} engine={engine} now={data.now} />
    case 'activity':
      return <Activity {...activity} />
    case 'messages':
      return (
        <Section id="messages" title={t('message.title')}>
          <Messages messages={data.messages} />
        </Section>
      )
    case 'json':
      return (
        <Section id="json" title={t('tab.json')} intro={t('person.json_intro')}>
          <CodeBlock label={t('tab.json')}>{data.json}</CodeBlock>
        </Section>
      )
  }
  data.tab satisfies never
  throw new TypeError('a part of an unknown name')
}
