import classes from './person.module.css'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Identity, labelOfField, personName, textOfValue, valueAt } from '@gatehouse/contract/identities'
import { Section, Tabs } from '@gatehouse/design/content'

import { askedFor } from '../../control-plane/list.server.ts'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { CodeBlock } from '../../people/code-block.tsx'
import { sessionView } from '../../people/session-view.server.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { readPerson } from '../../people/read-person.server.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useMay } from '../../scopes/use-scope.ts'
import { useText } from '../../text/texts.tsx'
import { jsonText } from '../../traits/json-text.server.ts'
import { fieldsOf, type ListedSchema, titleOf } from '../../traits/schema-document.ts'
import { Activity } from './activity.tsx'
import { Addresses } from './addresses.tsx'
import { changePerson, deletionText } from './change.server.ts'
import { shownCredentials } from './credentials.server.ts'
import { Credentials } from './credentials.tsx'
import { editableField } from './editable-field.server.ts'
import { Facts } from './facts.tsx'
import { messagesOf } from './messages.server.ts'
import { Messages } from './messages.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonHead } from './person-head.tsx'
import { Rail } from './rail.tsx'
import { Sessions } from './sessions.tsx'
import { type PersonTab, personTabs, tabPath } from './tabs.ts'

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
  const active = data.sessions.filter((one) => one.active).length
  const tabs = personTabs
    .filter((name) => name !== 'messages' || may('listCourierMessages'))
    .map((name) => ({
      href: tabPath(`${root}/people/${person.id}`, name),
      label: t(`tab.${name}`),
      current: name === tab,
      ...(name === 'sessions' && active > 0 && { count: active }),
    }))
  return (
    <>
      <PersonHead now={data.now} lastSignIn={data.lastSignIn} person={person}>
        <PersonActions
          person={person}
          isOwn={data.isOwn}
          hasSchema={data.hasSchema}
          recoveryMethods={data.recoveryMethods}
        />
      </PersonHead>
      <Tabs link={PageLink} label={t('tab.label', { name: person.name })} tabs={tabs} />
      <div className={classes.columns}>
        <aside className={classes.rail} aria-label={t('person.facts')}>
          <Rail person={person} schema={data.schema} credentialTypes={data.credentialTypes} sessions={data.sessions} />
        </aside>
        <div className={classes.main}>
          <TabContent data={data} />
        </div>
      </div>
    </>
  )
}

function TabContent({ data }: { readonly data: Loaded }) {
  const t = useText('console_people')
  const { person, engine } = data
  switch (data.tab) {
    case 'profile':
      return (
        <>
          <Facts key={person.id} metadata={data.metadata} traits={data.traits} edited={data.edited} />
          <Addresses engine={engine} person={person} />
          <Activity engine={engine} person={person} events={data.events} isRecent />
        </>
      )
    case 'sign-in':
      return <Credentials credentials={data.credentials} />
    case 'sessions':
      return <Sessions sessions={data.sessions} personName={person.name} engine={engine} now={data.now} />
    case 'activity':
      return <Activity engine={engine} person={person} events={data.events} />
    case 'messages':
      return <Messages messages={data.messages} />
    case 'json':
      return (
        <Section id="json" title={t('tab.json')} intro={t('person.json_intro')}>
          <CodeBlock label={t('tab.json')}>{data.json}</CodeBlock>
        </Section>
      )
  }
  data.tab satisfies never
  throw new TypeError('a tab of an unknown name')
}

/** Reads everything that a tab of a person's page shows. Throws an error response if a call is refused. */
async function loadPerson(page: ConsoleRequest, scope: ProjectContext, id: string, tab: PersonTab) {
  const details = await readPerson(scope, id)
  const { identity, schema, engine, access, sessions } = details
  const [events, messages] = await Promise.all([
    eventsOf(scope, id, details.events, tab),
    tab === 'messages' ? messagesOf(page, scope, addressesOf(identity)) : [],
  ])
  return {
    now: Date.now(),
    tab,
    engine,
    person: { ...shownPerson(identity), organizationName: details.organization_label },
    lastSignIn: lastSignIn(sessions, details.events ?? []),
    isOwn: id === scope.operator.identityId,
    schema: schema === null ? identity.schema_id : titleOf(schema),
    hasSchema: schema !== null,
    traits: shownTraits(identity, schema),
    metadata: {
      metadata_public: metadataText(identity.metadata_public),
      metadata_admin: metadataText(identity.metadata_admin),
    },
    edited: scope.may('patchIdentity') ? editableField(askedFor(page, 'edit'), identity, schema) : undefined,
    credentials: shownCredentials(identity, access),
    credentialTypes: access.credentials,
    recoveryMethods: access.recovery,
    sessions: sessions.map(sessionView),
    events,
    messages,
    json: tab === 'json' ? jsonText(identity) : '',
  }
}

/** Events for the few lines of activity on the profile: several may make one line. */
const profileEvents = 12

type Details = Awaited<ReturnType<typeof readPerson>>

/** Reads the events that a tab shows; null: the operator's role does not include them, or the service has none. */
async function eventsOf(scope: ProjectContext, id: string, newest: Details['events'], tab: PersonTab) {
  if (newest === null) return null
  if (tab === 'profile') return newest.slice(0, profileEvents)
  if (tab !== 'activity') return []
  if (!scope.may('listProjectEvents')) return newest
  const query = { order: 'newest' as const, identity_id: id, page_size: '50' }
  const { events } = await scope.load('listProjectEvents', { query })
  return events
}

/** Returns the newest sign-in that is known; events also report those whose sessions were deleted. */
function lastSignIn(sessions: Details['sessions'], events: NonNullable<Details['events']>) {
  const opened = sessions.map(sessionView).map(({ signedInAt, methods }) => ({ signedInAt, methods }))
  const reported = events.flatMap(({ type, time, data: { methods } }) =>
    type === 'SessionIssued' && Array.isArray(methods) ? [{ signedInAt: time, methods: methods.map(String) }] : [],
  )
  const [last] = [...opened, ...reported].toSorted((one, other) => other.signedInAt.localeCompare(one.signedInAt))
  return last
}

function addressesOf({ verifiable_addresses: addresses = [], recovery_addresses: others = [] }: Identity) {
  return [...new Set([...addresses, ...others].map(({ value }) => value))]
}

function shownPerson(identity: Identity) {
  const { verifiable_addresses: addresses = [], recovery_addresses: recovery = [] } = identity
  return {
    id: identity.id,
    name: personName(identity),
    state: identity.state,
    externalId: identity.external_id ?? '',
    organization: identity.organization_id ?? '',
    deletionText: deletionText(identity),
    createdAt: identity.created_at,
    updatedAt: identity.updated_at,
    addresses: addresses.map(({ value, verified, via, verified_at: at }) => ({ value, verified, via, at: at ?? '' })),
    recovery: recovery.map(({ value, via }) => ({ value, via })),
  }
}

function shownTraits({ traits }: Identity, schema: ListedSchema | null) {
  const fields = schema === null ? [] : fieldsOf(schema)
  const known = fields.map((field) => ({
    name: field.name,
    label: labelOfField(field),
    text: textOfValue(valueAt(traits, field.name)),
  }))
  const others = unknownTraits(
    traits,
    '',
    fields.map(({ name }) => name.slice('traits.'.length)),
  )
  return [...known, ...others.map(([label, value]) => ({ name: undefined, label, text: textOfValue(value) }))]
}

/** Returns the traits that the schema does not know: the dotted path and the value of each, an object as one trait. */
function unknownTraits(
  value: unknown,
  path: string,
  known: readonly string[],
): readonly (readonly [string, unknown])[] {
  if (known.includes(path)) return []
  const isParent = path === '' || known.some((name) => name.startsWith(`${path}.`))
  if (!isParent || typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]]
  return Object.entries(value).flatMap(([key, one]) => unknownTraits(one, path === '' ? key : `${path}.${key}`, known))
}

/** The most characters of metadata that are shown in one line. */
const maxLineLength = 72

/** Returns metadata as JSON, in one line if it is short. */
function metadataText(value: unknown): string {
  const text = jsonText(value)
  const line = text.replaceAll(/\n\s*/g, ' ')
  return line.length <= maxLineLength ? line : text
}
