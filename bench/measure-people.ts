import { startGateway } from '@gatehouse/testing/processes'
import { makeConsoleOperator } from './console-operator.ts'
import { type DatabaseKind, databaseKinds, openDatabaseMaker } from './engines/bench-database.ts'
import type { Figure } from './report.ts'
import { median } from './statistics.ts'

const usualPeople = 100_000
const batchSize = 1_000
const rounds = 9
/** The aim: a page of 50 rows of a hundred thousand people is there within so many milliseconds on the server. */
const interactiveMs = 150

const firstNames = ['Ada', 'Grace', 'Barbara', 'Edsger', 'Alan', 'Katherine', 'Donald', 'Frances']
const lastNames = ['Lovelace', 'Hopper', 'Liskov', 'Dijkstra', 'Turing', 'Johnson', 'Knuth', 'Allen']

// prettier-ignore
const lists: readonly (readonly [name: string, query: string])[] = [
  ['first page',                         ''],
  ['a page in the middle',               'page_token=80000000-0000-4000-8000-000000000000'],
  ['by an identifier, exactly',          'credentials_identifier=person-77777@example.org'],
  ['by a part of an identifier',         'preview_credentials_identifier_similar=n-77777@'],
  ['by a part of a trait that one has',  'trait_similar=Rare-77777'],
  ['by a part of a trait that many have', 'trait_similar=lovel'],
  ['by a trait that nobody has',         'trait_similar=nobody-has-this'],
  ['newest first, with the total',       'order=newest'],
  ['words that one has',                 'search=lovelace+rare-77777'],
  ['words that many have',               'search=ada+lovel'],
  ['a word that all have',               'search=example'],
  ['two letters that many have',         'search=ad'],
  ['two letters that all have',          'search=ex'],
  ['two letters, switched off, by name', 'order=name_asc&search=ad&state=inactive'],
  ['two letters that none has',          'search=zq'],
  ['a word that none has',               'search=none-has-this'],
  ['newest of those switched off',       'order=newest&state=inactive'],
  ['by name',                            'order=name_asc&include_set_up=true'],
  ['by name, words that many have',      'order=name_asc&search=ada+lovel&include_set_up=true'],
  ['by last use',                        'order=last_seen_desc&include_set_up=true'],
  ['by last use, without a second step', 'order=last_seen_desc&second_step=false&include_set_up=true'],
  ['not verified, by last use',          'order=last_seen_asc&verified=false&include_set_up=true'],
  ['password, switched off, by name',    'order=name_desc&method=password&state=inactive&include_set_up=true'],
  ['new ones who were not here since',   'order=newest&created_after=2026-01-01&last_seen_before=2026-11-01'],
  ['switched off, one in a thousand',    'state=inactive'],
  ['of a schema that nobody uses',       'schema_id=other'],
]

/** TABLE: pages of the console, from the request to the last byte. */
const pages: readonly (readonly [name: string, path: string])[] = [
  ['first page', '/people'],
  ['words that many have', '/people?q=ada+lovel'],
]

/** Lists and searches of people: in the admin API, as the console asks for them, and on the pages of the console. */
export async function measurePeople(people = usualPeople): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const kind of databaseKinds) figures.push(...(await measureOn(kind, people)))
  return figures
}

async function measureOn(kind: DatabaseKind, people: number): Promise<readonly Figure[]> {
  const databases = await openDatabaseMaker(kind)
  const database = kind === 'postgres' ? (await databases.create()).address : undefined
  const environment = { LOG_LEVEL: 'error', ...(database !== undefined && { GATEHOUSE_DATABASE: database }) }
  const gateway = await startGateway({ environment })
  const url = `${gateway.adminOrigin}/admin/identities`
  try {
    const begun = performance.now()
    for (let from = 0; from < people; from += batchSize) await importBatch(url, from)
    const rate = people / ((performance.now() - begun) / 1_000)
    const figures: Figure[] = [
      { name: `people, ${kind}: import`, value: rate, unit: '/s', note: 'one after the other, each durable' },
    ]
    for (const [name, query] of lists) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1)
        times.push(await timeOf(() => fetch(`${url}?page_size=50&${query}`)))
      figures.push({
        name: `people, ${kind}: ${name}`,
        value: median(times),
        unit: 'ms',
        target: { compare: '≤', value: interactiveMs },
      })
    }
    const operator = await makeConsoleOperator(gateway)
    for (const [name, path] of pages) {
      const open = () => timeOf(() => operator.ask(`${operator.root}${path}`))
      // The page itself is loaded before it is measured.
      await open()
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await open())
      figures.push({
        name: `people in the console, ${kind}: ${name}`,
        value: median(times),
        unit: 'ms',
        target: { compare: '≤', value: interactiveMs },
      })
    }
    return figures
  } finally {
    await gateway.stop()
    await databases.remove()
  }
}

async function importBatch(url: string, from: number): Promise<void> {
  const identities = Array.from({ length: batchSize }, (_, index) => ({ create: person(from + index) }))
  const answer = await fetch(url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identities }),
  })
  const text = await answer.text()
  if (!answer.ok || text.includes('"action":"error"')) throw new Error(`An import was answered: ${text.slice(0, 500)}`)
}

function person(index: number) {
  const email = `person-${index}@example.org`
  return {
    schema_id: 'person',
    state: index % 1_000 === 0 ? 'inactive' : 'active',
    traits: {
      email,
      name: {
        first: firstNames[index % firstNames.length],
        last: `${lastNames[(index >> 3) % lastNames.length]} Rare-${index}`,
      },
    },
    verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
  }
}

async function timeOf(ask: () => Promise<Response>): Promise<number> {
  const begun = performance.now()
  const answer = await ask()
  const text = await answer.text()
  // A redirect is not the page that was asked for.
  if (answer.status !== 200) throw new Error(`${answer.url} was answered ${answer.status}: ${text.slice(0, 200)}`)
  return performance.now() - begun
}
