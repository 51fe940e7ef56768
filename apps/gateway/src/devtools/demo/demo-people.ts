import { nameOf } from './demo-names.ts'
import { demoOrganizations } from './demo-organizations.ts'

/** A person of the demonstration. */
export interface DemoPerson {
  readonly index: number
  readonly email: string
  readonly first: string
  readonly last: string
  /** The index in `demoOrganizations`. */
  readonly organization: number | undefined
  /** The account's age in days. */
  readonly daysAgo: number
  readonly hasPassword: boolean
  readonly isVerified: boolean
  readonly isActive: boolean
  /** A provider with which the person signs in as well. */
  readonly provider: 'google' | 'github' | undefined
  readonly hasAuthenticator: boolean
  /** The id in another system. */
  readonly externalId: string | undefined
}

/** The maximum age of accounts, in days; more accounts are young than old. */
const oldest = 420
const company = demoOrganizations.length - 1

/** Returns the given number of people, the oldest account first. */
export function demoPeople(count: number): readonly DemoPerson[] {
  return Array.from({ length: count }, (_, index) => personOf(index, count)).toSorted((a, b) => b.daysAgo - a.daysAgo)
}

function personOf(index: number, count: number): DemoPerson {
  const { first, last } = nameOf(index)
  // A third belongs to one of the customers.
  const organization = index % 3 === 0 ? Math.floor(index / 3) % company : undefined
  const domain = demoOrganizations[organization ?? company]?.domain
  const odd = oddities[index]
  return {
    index,
    email: odd?.email ?? `${first.latin}.${last.latin}@${domain}`,
    first: odd?.first ?? first.written,
    last: last.written,
    organization,
    daysAgo: Math.round(oldest * (((index * 37) % count) / count) ** 2),
    hasPassword: index % 5 !== 4,
    isVerified: index % 8 !== 5,
    isActive: index % 41 !== 17,
    provider: index % 7 === 3 ? 'google' : index % 11 === 5 ? 'github' : undefined,
    hasAuthenticator: index % 4 === 1,
    externalId: organization === undefined ? undefined : `crm-${String(10_418 + 7 * index)}`,
  }
}

/** TABLE: people with names and addresses that are too long for most layouts. */
const oddities: Readonly<Record<number, { readonly first?: string; readonly email?: string }>> = {
  20: { first: 'Hubert Blaine Wolfeschlegelsteinhausenbergerdorff Maximilian Cornelius Alexander Theophrastus' },
  47: {
    email: 'the.department.of.cross.border.customer.relations.and.complaints@subsidiary.northern-europe.ifarms.example',
  },
}
