import { readFileSync } from 'node:fs'
import type { Database } from '@gatehouse/platform/database'
import { afterEach, describe, expect, test } from 'vitest'
import type { ConfigTree } from '../../configuration/unsupported.ts'
import { templates } from '../../courier/templates.ts'
import type { LimitPolicy } from '../../limits/policy.ts'
import { unpackedFlow } from '../../sql/flow-store.ts'
import type { Harness } from '../flow-harness.fixture.ts'
import {
  by,
  known,
  openMitigated,
  prober,
  proved,
  seen,
  seenOfChange,
  seenOfSignUp,
  signUps,
  table,
  unknown,
} from './enumeration-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

// Counted, as in production, and never used up: the same network requests both addresses.
const often = { count: 60, periodMs: 60_000 }
const limits: LimitPolicy = {
  signInsPerAccount: often,
  signInsPerAddress: often,
  wrongCodesPerRecipient: often,
  codesPerRecipient: often,
  codesPerAddress: often,
  noticesPerRecipient: often,
}

/**
 * Records the queries of a database: every transaction, and every statement with the kinds and sizes of its input and
 * output values.
 */
function observed(asked: string[]): (database: Database) => Database {
  const noting =
    (kind: string, run: Database['write']): Database['write'] =>
    async (work) => {
      asked.push(kind)
      return run(work)
    }
  const notingStatements =
    <Statement extends object>(prepare: (sql: string) => Statement) =>
    (sql: string): Statement =>
      new Proxy(prepare(sql), {
        get: (statement, name) => {
          const member: unknown = Reflect.get(statement, name)
          if (typeof member !== 'function') return member
          return async (...given: readonly unknown[]): Promise<unknown> => {
            const result: unknown = await Reflect.apply(member, statement, given)
            // An event names the account, or a digest of the typed name: values of about the same size.
            const values = sql.startsWith('INSERT INTO events') ? [] : given
            asked.push(`${sql.replaceAll(/\s+/g, ' ')}\n  in: ${sizes(values)}\n  out: ${sizes(result)}`)
            return result
          }
        },
      })
  return (database) => ({
    ...database,
    durable: noting('DURABLE', (work) => database.durable(work)),
    amend: noting('DURABLE', (work) => database.amend(work)),
    write: noting('WRITE', (work) => database.write(work)),
    prepare: notingStatements((sql) => database.prepare(sql)),
    prepareHeld: notingStatements((sql) => database.prepareHeld(sql)),
    prepareWrite: notingStatements((sql) => database.prepareWrite(sql)),
  })
}

/** Returns a value's shape without its contents: the length of a text, the columns of a row. */
function sizes(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    // If there is no account, a random one is read.
    if (name === 'identity_document') return 'an identity'
    if (typeof inner === 'number') return 'number'
    if (typeof inner !== 'string') return inner
    if (inner in templates) return 'a template'
    // The packed length depends on the flow's id and secrets, which are random.
    return `text ${inner.startsWith('d1:') ? JSON.stringify(unpackedFlow(inner)).length : inner.length}`
  })
}

const program = readFileSync(new URL('../../courier/message-body.fixture.jsonnet', import.meta.url))
const post = { method: 'POST', url: 'http://127.0.0.1:9/messages', body: `base64://${program.toString('base64')}` }

const template = `base64://${Buffer.from('{{ .To }}').toString('base64')}`

/** TABLE: the carriers of messages, which decide how much of them is kept. */
const carriers: Readonly<Record<string, ConfigTree>> = {
  'a mail server': { smtp: { connection_uri: 'smtp://127.0.0.1:9' } },
  'a template of the operator': {
    smtp: { connection_uri: 'smtp://127.0.0.1:9' },
    templates: {
      recovery_code: { valid: { email: { subject: template } } },
      verification_code: { valid: { email: { subject: template } } },
    },
  },
  'a program of the operator': {
    delivery_strategy: 'http',
    http: { request_config: post },
    channels: [{ id: 'sms', type: 'http', request_config: post }],
  },
}

/** Returns the queries for an address that has an account, and for one that has none. */
async function costs(
  settings: ConfigTree,
  courier: ConfigTree,
  attempt: (address: string) => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => {},
): Promise<readonly (readonly string[])[]> {
  const all = []
  for (const address of [known, unknown]) {
    const asked: string[] = []
    // The inbox of development mode receives messages at once; a mail server gets them later.
    harness = await openMitigated({ ...settings, courier, dev: false }, { observe: observed(asked), limits })
    await prepare()
    asked.length = 0
    await attempt(address)
    all.push([...asked])
    if (address === known) await harness.stop()
  }
  return all
}

const notifies = (flow: 'recovery' | 'verification') => ({
  selfservice: { flows: { [flow]: { notify_unknown_recipients: true } } },
})
const notified = table
  .filter(({ flow, style, method }) => flow !== 'login' && style === 'one address' && method === 'code')
  .map((row) => ({ ...row, style: 'unknown recipients notified', settings: notifies(row.flow as 'recovery') }))

describe('an address that has an account costs as much as one that has none, value by value @enumeration-2', () => {
  for (const [carrier, courier] of Object.entries(carriers)) {
    for (const row of [...table, ...notified]) {
      test(`${row.flow}, ${row.style}, ${row.method}, through ${carrier}`, async () => {
        const [had, had0] = await costs(row.settings, courier, (address) => seen(harness, 'app', row, address))
        expect(had0).toEqual(had)
        expect(had?.join()).toContain('INSERT INTO')
      })
    }
    for (const row of signUps.filter(({ kinds }) => kinds.includes('app'))) {
      test(`registration, ${row.style}, ${row.method}, through ${carrier}`, async () => {
        const [had, had0] = await costs(row.settings, courier, (address) => seenOfSignUp(harness, 'app', row, address))
        expect(had0).toEqual(had)
        expect(had?.join()).toContain('INSERT INTO courier_messages')
      })
    }
    for (const use of ['code', 'link'] as const) {
      test(`settings, proved by ${use}, through ${carrier}`, async () => {
        const [had, had0] = await costs(
          by('verification', use),
          courier,
          (address) => seenOfChange(harness, 'app', use, address),
          () => harness.account(prober, proved(prober)),
        )
        expect(had0).toEqual(had)
        expect(had?.join()).toContain('INSERT INTO courier_messages')
      })
    }
  }
})
