import classes from './person.module.css'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { type Identity, labelOfField, personName, textOfValue, valueAt } from '@gatehouse/contract/identities'
import { Section, Tabs } from '@gatehouse/design/content'

import { askedFor } from '../../control-plane/list.server.ts'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import { CodeBlock } from '../../people/code-block.tsx'
import { seenSession } from '../../people/device.server.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { readPerson } from '../../people/read-person.server.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useMay } from '../../scopes/use-scope.ts'
import { useText } from '../../text/texts.tsx'
import { fieldsOf, type ListedSchema, titleOf } from '../../traits/schema-document.ts'
import { Activity } from './activity.tsx'
import { Addresses } from './addresses.tsx'
import { changePerson } from './change.server.ts'
import { shownCredentials } from './credentials.server.ts'
import { Credentials } from './credentials.tsx'
import { deletionText } from './deletion-text.ts'
import { editedFact } from './edited-fact.server.ts'
import { Facts } from './facts.tsx'
import { messagesOf } from './messages.server.ts'
import { Messages } from './messages.tsx'
import { PersonActs } from './person-acts.tsx'
import { PersonHead } from './person-head.tsx'
import { Rail } from './rail.tsx'
import { Sessions } from './sessions.tsx'
import { type PersonTab, personTabs, tabAddress } from './tabs.ts'

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

/** Reads everything that a tab of a person's page shows. */
async function loadPerson(page: ConsoleRequest, scope: ProjectContext, id: string, tab: PersonTab) {
  const details = await readPerson(scope, id)
  const { identity, schema, engine, access, sessions } = details
  const person = presentPerson(identity)
  const [activity, messages] = await Promise.all([
    activityOf(scope, person, details.events, tab),
    tab === 'messages' ? messagesOf(page, scope, addressesOf(identity)) : [],
  ])
  return {
    now: Date.now(),
    tab,
    engine,
    person: { ...person, organizationName: details.organization_label },
    lastSignIn: lastSignIn(sessions, details.events ?? []),
    isOwn: id === scope.operator.identityId,
    schema: schema === null ? identity.schema_id : titleOf(schema),
    hasForm: schema !== null,
    traits: shownTraits(identity, schema ?? undefined),
    edited: scope.may('patchIdentity') ? editedFact(askedFor(page, 'edit'), identity, schema) : undefined,
    credentials: shownCredentials(identity, access),
    ways: access.credentials,
    recoveryWays: access.recovery,
    sessions: sessions.map(seenSession),
    ...activity,
    messages,
    json: tab === 'json' ? jsonText(identity) : '',
  }
}

/** The events that the profile's few lines of activity are made of: several may be one line. */
const profileEvents = 12

type Details = Awaited<ReturnType<typeof readPerson>>

async function activityOf(
  scope: ProjectContext,
  { id, name }: { readonly id: string; readonly name: string },
  newest: Details['events'],
  tab: PersonTab,
) {
  const showsEvents = newest !== null
  if (!showsEvents || (tab !== 'profile' && tab !== 'activity')) return { events: [], names: noNames, showsEvents }
  // Their person is known: no other name has to be read.
  const known = { people: { [id]: name }, acts: {} }
  if (tab === 'profile') return { events: newest.slice(0, profileEvents), names: known, showsEvents }
  if (!scope.may('listProjectEvents')) return { events: newest, names: known, showsEvents }
  const query = { order: 'newest' as const, identity_id: id, page_size: '50' }
  const { events } = await scope.load('listProjectEvents', { query })
  return { events, names: known, showsEvents }
}

/** Returns the newest sign-in that is known: the events have those whose sessions were deleted. */
function lastSignIn(sessions: Details['sessions'], events: NonNullable<Details['events']>) {
  const opened = sessions.map(seenSession).map(({ signedInAt, methods }) => ({ signedInAt, methods }))
  const reported = events.flatMap(({ type, time, data: { methods } }) =>
    type === 'SessionIssued' && Array.isArray(methods) ? [{ signedInAt: time, methods: methods.map(String) }] : [],
  )
  const [last] = [...opened, ...reported].toSorted((one, other) => other.signedInAt.localeCompare(one.signedInAt))
  return last
}

const noNames = { people: {}, acts: {} }

function addressesOf({ verifiable_addresses: addresses = [], recovery_addresses: others = [] }: Identity) {
  return [...new Set([...addresses, ...others].map(({ value }) => value))]
}

function presentPerson(identity: Identity) {
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
    metadataPublic: factText(identity.metadata_public),
    metadataAdmin: factText(identity.metadata_admin),
  }
}

function shownTraits({ traits }: Identity, schema: ListedSchema | undefined) {
  const fields = schema === undefined ? [] : fieldsOf(schema)
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

/** Returns the traits that the schema does not know, by their dotted path: each as a whole. */
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

/** Characters of a value that is read at a glance, in one line. */
const longestLine = 72

/** A value as JSON: a short one in a line, as other facts are. */
function factText(value: unknown): string {
  const text = jsonText(value)
  const line = text.replaceAll(/\n\s*/g, ' ')
  return line.length <= longestLine ? line : text
}

function jsonText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}
