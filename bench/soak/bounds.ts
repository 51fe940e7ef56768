import type { Books } from './books.ts'
import { eventsKeptDays } from './soak-config.ts'

/** The limit that keeps a table from growing without end. */
type Bound =
  /**
   * Rows are removed when their time is over. `overdue`: those that should have gone before `now`, regardless of the
   * clean-up's pause.
   */
  | { readonly kind: 'time'; readonly kept: string; readonly overdue: (now: number) => string }
  /** So many rows for each person at most. */
  | { readonly kind: 'people'; readonly each: number }
  /** Rows are made by operators alone, or are part of the installation; so many more than at the start at most. */
  | { readonly kind: 'operators'; readonly kept: string; readonly more: number }
  /** So many rows more than at the start, and one for each call of the admin API, at most. */
  | { readonly kind: 'calls'; readonly kept: string; readonly more: number }

const hour = 60 * 60_000
const day = 24 * hour
/** A clean-up comes every ten minutes or every hour, and a step of the clock is two hours. */
const pause = 4 * hour

const time = (kept: string, overdue: (now: number) => string): Bound => ({ kind: 'time', kept, overdue })
const people = (each: number): Bound => ({ kind: 'people', each })
const operators = (kept = 'until an operator removes it', more = 0): Bound => ({ kind: 'operators', kept, more })

/** TABLE: the bound of each table. A missing table is a fault of the soak. */
const bounds: Readonly<Record<string, Bound>> = {
  'gatehouse_identity.identities': people(1),
  'gatehouse_identity.identity_identifiers': people(2),
  'gatehouse_identity.identity_verifiable_addresses': people(1),
  'gatehouse_identity.identity_recovery_addresses': people(1),
  'gatehouse_identity.identity_search': people(1),
  'gatehouse_identity.sessions': time('30 days after their end', (now) => `expires_at < ${now - 30 * day - pause}`),
  'gatehouse_identity.flows': time(
    'a day after the hour in which they may be used',
    (now) =>
      `expires_at < ${now - day - pause} AND NOT EXISTS (SELECT 1 FROM gatehouse_identity.codes AS codes
         WHERE codes.flow_id = flows.id AND codes.expires_at >= ${now - day - pause})`,
  ),
  'gatehouse_identity.codes': time('as long as their flow', (now) => `expires_at < ${now - 2 * day - pause}`),
  'gatehouse_identity.errors': time('a day', (now) => `created_at < ${now - day - pause}`),
  'gatehouse_identity.continuity_containers': time(
    'a day after their end',
    (now) => `expires_at < ${now - day - pause}`,
  ),
  'gatehouse_identity.courier_messages': time('30 days', (now) => `created_at < ${now - 30 * day - pause}`),
  'gatehouse_identity.courier_dispatches': time(
    'as long as their message',
    (now) => `created_at < ${now - 31 * day - pause}`,
  ),
  'gatehouse_identity.courier_outages': operators('one for mails, one for text messages', 2),
  'gatehouse_identity.secret_checks': operators('one', 1),
  'gatehouse_identity.signing_checks': operators('one', 1),
  'gatehouse_identity.events': time(
    `${eventsKeptDays} days (\`GATEHOUSE_EVENTS_KEPT_DAYS\`, here)`,
    (now) => `time < ${now - eventsKeptDays * day - pause}`,
  ),
  'gatehouse_identity.spent_allowances': time(
    'until the allowance is whole again',
    (now) => `refilled_at < ${now - pause}`,
  ),
  'gatehouse_identity.remembered_devices': time(
    'until they are no longer trusted',
    (now) => `expires_at < ${now - pause}`,
  ),
  'gatehouse_identity.pending_registrations': time(
    'until their code ends',
    (now) => `expires_at < ${now - day - pause}`,
  ),
  'gatehouse_identity.pending_address_changes': time(
    'until their code ends',
    (now) => `expires_at < ${now - day - pause}`,
  ),
  'gatehouse_identity.web_hook_deliveries': time(
    'until they are delivered or given up',
    (now) => `created_at < ${now - day - pause}`,
  ),
  // PostgreSQL: the last sequence of each project.
  'gatehouse_identity.event_counters': operators('as long as its project', 1),
  'gatehouse_identity.organizations': operators(),
  'gatehouse_identity.organization_domains': operators(),
  'gatehouse_control.event_deliveries': time(
    '7 days after delivery, failed deliveries 90',
    (now) =>
      `state = 'delivered' AND updated_at < ${now - 7 * day - pause} OR state = 'dead' AND updated_at < ${now - 90 * day - pause}`,
  ),
  'gatehouse_control.spent_allowances': time(
    'until the allowance is whole again',
    (now) => `refilled_at < ${now - pause}`,
  ),
  'gatehouse_control.imports': time('a day', (now) => `received_at < ${now - 2 * day}`),
  'gatehouse_control.import_pieces': time(
    'as long as their import',
    () => 'NOT EXISTS (SELECT 1 FROM gatehouse_control.imports AS imports WHERE imports.id = import_pieces.import_id)',
  ),
  'gatehouse_control.audit_log': {
    kind: 'calls',
    kept: 'for good, one for each change by an operator',
    more: 50,
  },
  'gatehouse_control.jobs': operators('the last ones of each project'),
  'gatehouse_control.job_report_pages': operators('as long as their job'),
  'gatehouse_control.event_stream_cursors': operators('as long as their stream', 2),
  'gatehouse_control.event_stream_secrets': operators('as long as their stream', 1),
  'gatehouse_control.event_streams': operators(undefined, 1),
  'gatehouse_control.project_revisions': operators('for good, one for each change of a project'),
  'gatehouse_control.set_up_links': operators('one for each start until there is an operator', 1),
  'gatehouse_control.project_changes': operators('one for each project, also for deleted ones', 1),
  'gatehouse_control.link_secrets': operators('one for the installation', 1),
  'gatehouse_control.workspaces': operators(),
  'gatehouse_control.projects': operators(),
  'gatehouse_control.grants': operators(),
  'gatehouse_control.api_keys': operators(),
  'gatehouse_control.invites': operators(),
  'gatehouse_control.organizations': operators(),
  'gatehouse_control.organization_domains': operators(),
  'gatehouse_control.onboarding_links': operators(),
  'gatehouse_control.branding_drafts': operators(),
  'gatehouse_control.branding_assets': operators(),
}

/** Returns the bound of each table, in words. */
export function keptTexts(): Readonly<Record<string, string>> {
  const textOf = (bound: Bound) => (bound.kind === 'people' ? `${bound.each} for each account at most` : bound.kept)
  return Object.fromEntries(Object.entries(bounds).map(([table, bound]) => [table, textOf(bound)]))
}

/** Of the store itself, a row or none for each row of another table. */
const ofTheStore = /\.(migrations|flush_marks|identity_search_(?:runs|starts)\w*|sqlite_\w+)$/

/** How many rows each table has. */
export type RowCounts = Readonly<Record<string, number>>

/** Returns the tables of the service; throws if one has no bound. */
export async function tablesOf(books: Books): Promise<readonly string[]> {
  const asked =
    books.kind === 'sqlite'
      ? ['gatehouse_identity', 'gatehouse_control']
          .map((schema) => `SELECT '${schema}.' || name AS name FROM ${schema}.sqlite_schema WHERE type = 'table'`)
          .join(' UNION ALL ')
      : `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
         WHERE table_schema IN ('gatehouse_identity', 'gatehouse_control') AND table_type = 'BASE TABLE'`
  const names = (await books.rows(asked)).map(({ name }) => String(name)).filter((name) => !ofTheStore.test(name))
  const unbounded = names.filter((name) => !Object.hasOwn(bounds, name))
  if (unbounded.length > 0) throw new Error(`nothing says what bounds ${unbounded.join(', ')} (bench/soak/bounds.ts)`)
  return names
}

/** Counts the rows of tables. */
export async function countRows(books: Books, tables: readonly string[]): Promise<RowCounts> {
  const all = tables.map((table) => `SELECT '${table}' AS name, count(*) AS total FROM ${table}`)
  const rows = await books.rows(all.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, total }) => [String(name), Number(total)]))
}

/** How many accounts were asked for, and how many calls of the admin API were made. */
export interface SoakCounts {
  readonly asked: number
  readonly operatorCalls: number
}

/** A table that holds more than its bound says. */
export interface Excess {
  readonly table: string
  readonly rows: number
}

/** Tables with rows beyond their bound at a moment. */
export async function beyondBounds(
  books: Books,
  {
    tables,
    first,
    people,
    now,
  }: {
    readonly tables: readonly string[]
    readonly first: RowCounts
    readonly people: SoakCounts
    readonly now: number
  },
): Promise<readonly Excess[]> {
  const rows = await countRows(books, tables)
  const excess: Excess[] = []
  for (const table of tables) {
    const bound = bounds[table]
    const total = rows[table] ?? 0
    if (bound === undefined) continue
    // oxlint-disable-next-line no-await-in-loop -- one table after the other
    const beyond = await beyondOf(books, { table, bound, total, first: first[table] ?? 0, people, now })
    if (beyond > 0) excess.push({ table, rows: beyond })
  }
  return excess
}

async function beyondOf(
  books: Books,
  seen: {
    readonly table: string
    readonly bound: Bound
    readonly total: number
    readonly first: number
    readonly people: SoakCounts
    readonly now: number
  },
): Promise<number> {
  const { table, bound, total, first, people, now } = seen
  if (bound.kind === 'people') return total - bound.each * people.asked
  if (bound.kind === 'calls') return total - first - bound.more - people.operatorCalls
  if (bound.kind === 'operators') return total - first - bound.more
  const name = table.split('.')[1] ?? table
  const [row] = await books.rows(`SELECT count(*) AS total FROM ${table} AS ${name} WHERE ${bound.overdue(now)}`)
  return Number(row?.['total'])
}
