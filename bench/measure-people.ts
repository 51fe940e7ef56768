import { startGateway } from '@gatehouse/testing/processes'
import type { Figure } from './report.ts'
import { median } from './statistics.ts'

const people = 100_000
const batchSize = 1_000
const rounds = 9
/** Above it people notice that they wait, in milliseconds. */
const interactiveMs = 100

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
  ['two letters that many have',         'search=ad'],
  ['a word that none has',               'search=none-has-this'],
  ['newest of those switched off',       'order=newest&state=inactive'],
  ['switched off, one in a thousand',    'state=inactive'],
  ['of a schema that nobody uses',       'schema_id=other'],
]

/** Lists and searches of people in the admin API, as the console asks for them, with a hundred thousand accounts. */
export async function measurePeople(): Promise<readonly Figure[]> {
  const gateway = await startGateway({ environment: { LOG_LEVEL: 'error' } })
  const url = `${gateway.adminOrigin}/admin/identities`
  try {
    const begun = performance.now()
    for (let from = 0; from < people; from += batchSize) await importBatch(url, from)
    const rate = people / ((performance.now() - begun) / 1_000)
    const figures: Figure[] = [
      { name: 'people: import', value: rate, unit: '/s', note: 'one after the other, each durable' },
    ]
    for (const [name, query] of lists) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await timeOf(`${url}?page_size=50&${query}`))
      figures.push({
        name: `people: ${name}`,
        value: median(times),
        unit: 'ms',
        target: { compare: '≤', value: interactiveMs },
      })
    }
    return figures
  } finally {
    await gateway.stop()
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

async function timeOf(url: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(url)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${text.slice(0, 200)}`)
  return performance.now() - begun
}
