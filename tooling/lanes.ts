import { globSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { createSharding, type Shard } from '@gatehouse/testing/shard'

/** The environment variable that names the lane of a run; without it a runner takes every test. */
export const laneVariable = 'GATEHOUSE_LANE'

/** `landing` decides whether a change is right (`npm test`); `rest` are the other tests of `npm run test:all`. */
export type Lane = 'landing' | 'rest'

/** Returns the lane of this process; undefined if every test runs. */
export function currentLane(environment: NodeJS.ProcessEnv = process.env): Lane | undefined {
  const lane = environment[laneVariable]
  if (lane === undefined || lane === '') return undefined
  if (lane === 'landing' || lane === 'rest') return lane
  throw new Error(`${laneVariable}=${lane}: it is landing or rest.`)
}

/** Tests that the landing lane leaves to the rest. */
export interface Later {
  /** The subject that they prove. */
  readonly what: string
  /** Why a change goes in without them: the part that `npm test` proves in another way, or that it cannot prove. */
  readonly why: string
  /** Globs from the repository's root. */
  readonly files: readonly string[]
  /** Of those files, the ones that the landing lane runs nevertheless. */
  readonly except?: readonly string[]
  /** The projects of the runner that this is about; absent: all. */
  readonly projects?: readonly string[]
  /** The files do once more, in another way, what other tests do: a shard runs its part of them (`GATEHOUSE_SHARD`). */
  readonly isSharded?: true
}

const gateway = 'apps/gateway/src'

/** The tests of vitest that only `npm run test:all` runs. */
export const laterTests: readonly Later[] = [
  {
    what: 'a real Ory Kratos 1.3.1: all scenarios, its command line, moved accounts',
    why: '`npm test` has the recordings of 26.2 and all scenarios on the embedded service',
    files: [
      'conformance/suite/{kratos,no-content}.test.ts',
      'conformance/{kratos-cli,documented,transfer}/**',
      `${gateway}/identity/remote-wiring.test.ts`,
    ],
  },
  {
    what: 'all scenarios once more through `gatehouse identity serve` on PostgreSQL',
    why: 'listener and store have tests of their own',
    files: ['conformance/suite/serve.test.ts'],
  },
  {
    what: 'PostgreSQL under tests of lists and of concurrent requests, and under gateways',
    why: 'stores, concurrent changes and main flows run on both databases',
    projects: ['on PostgreSQL', 'gateway on PostgreSQL'],
    files: ['packages/**', 'apps/**'],
    except: [
      'packages/*/src/sql/**',
      'packages/identity/src/flows/{login,registration,settings,recovery}/**',
      'packages/identity/src/admin/concurrent-changes.test.ts',
    ],
  },
  {
    what: 'growth of work for every operation, page and form, and configurations at their bounds',
    why: 'they measure processor time; one round is no proof',
    files: [
      'packages/{identity,control-plane,testing}/src/**/growth.test.ts',
      'packages/identity/src/jsonnet/fairness.test.ts',
      `${gateway}/{edge/growth,projects/stalls}.test.ts`,
    ],
  },
  {
    what: 'killed processes under load, full disks, lost leases',
    why: 'leases, outboxes and units of work have tests with an injected clock',
    files: [
      'packages/**/crash.test.ts',
      `${gateway}/{cluster/{cluster,gateway-changes},workers/workers,process/ending,process/full-disk,projects/event-streams}.test.ts`,
    ],
  },
  {
    what: 'generated requests by schemathesis, topics by moto, messages by Ory’s clients for Python',
    why: 'every test checks answers by the same schemas',
    files: [
      'packages/identity/src/courier/python-clients.test.ts',
      `${gateway}/console/{schemathesis,sns}.test.ts`,
      'packages/control-plane/src/event-streams/delivery/sns.test.ts',
    ],
  },
  {
    what: 'moved, backed-up and upgraded databases; starts with other databases or secrets; terminals, shells, proxies, units, alert rules',
    why: 'many processes, and rare programs',
    files: [
      'apps/cli/src/{database,backup-postgres,data-folder,upgrade,at-terminal,kept-data}.test.ts',
      `${gateway}/{data/accounts-location,serve-secrets}.test.ts`,
      'apps/cli/src/completion/shells.test.ts',
      'apps/cli/src/transfer/moving-in.test.ts',
      `${gateway}/process/deploy-*.test.ts`,
      `${gateway}/metrics/{planted-faults,alerts,alerts-fire}.test.ts`,
    ],
  },
  {
    what: 'packages in empty projects, guides word for word, a month of simulated people',
    why: 'they install from a registry',
    files: [
      'tooling/pack-packages.test.ts',
      'tooling/guides/{tutorial,protect,operate,commands}.test.ts',
      'bench/soak/soak.test.ts',
    ],
  },
]

/** The journeys that only `npm run test:all` runs. */
export const laterJourneys: readonly Later[] = [
  {
    what: 'journeys in front of a real Ory Kratos, and on PostgreSQL',
    why: 'pages know only the wire, which the recordings hold',
    projects: ['postgres', 'kratos', 'kratos-no-js'],
    files: ['e2e/**'],
  },
  {
    what: 'every journey without script',
    why: '`npm test` has the main ones, refusals, settings and second factors',
    projects: ['no-js'],
    isSharded: true,
    files: ['e2e/**'],
    except: [
      'e2e/{journeys,second-factor,own-account}/**',
      'e2e/unhappy/refused-*.spec.ts',
      'e2e/console/journey.spec.ts',
    ],
  },
  {
    what: 'journeys with menus, dialogs and lists by keyboard alone',
    why: '`npm test` has the main ones, and the order of focus',
    projects: ['keyboard'],
    isSharded: true,
    files: ['e2e/**'],
    except: ['e2e/{journeys,passkey}/**', 'e2e/console/keyboard.spec.ts'],
  },
  {
    what: 'every state of all pages with axe, in all colours; reduced motion; every language',
    why: 'the gallery checks the same components; catalogues need no browser',
    projects: ['js'],
    files: [
      'e2e/accessibility/every-state.spec.ts',
      'e2e/oauth2/every-state.spec.ts',
      'e2e/console/states.spec.ts',
      'e2e/layout/**',
      'e2e/language/{languages,new-language}.spec.ts',
    ],
  },
  {
    what: 'an import whose process ends, a full disk, a remote control plane; forms of the console that are typed in before script',
    why: 'vitest has the first three by API; `npm test` has early typing on the account pages',
    projects: ['js'],
    files: ['e2e/console/{import-cut-off,remote-control-plane,typed-early}.spec.ts', 'e2e/unhappy/full-disk.spec.ts'],
  },
  {
    what: 'Firefox, WebKit, Ory Elements, examples, the documentation site, reloading in development',
    why: 'they install or build other programs',
    projects: ['js'],
    files: ['e2e/{browsers,elements,example,docs-site,dev-mode,network-mode}/**', 'e2e/return-to/**'],
  },
]

/** Tells whether a row is about a file, from the root, in a project. */
function isAbout({ projects, files, except = [] }: Later, project: string, file: string): boolean {
  return (
    (projects === undefined || projects.includes(project)) &&
    files.some((glob) => matchesGlob(file, glob)) &&
    !except.some((glob) => matchesGlob(file, glob))
  )
}

/** The files in which a runner looks for the tests of a project. */
export interface Found {
  /** The runner's name of the project. */
  readonly project: string
  /** The folder that `include` and `exclude` are about, from the root; absent: the root itself. */
  readonly folder?: string
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
}

/**
 * The files of a project that a lane runs, from the project's folder.
 * @param root the repository's folder
 * @param shard the part of the rows that are sharded; absent: that of this run
 */
export function filesOfLane(
  table: readonly Later[],
  { project, folder = '.', include, exclude = [] }: Found,
  root: string,
  lane: Lane,
  shard?: Shard,
): readonly string[] {
  const cwd = join(root, folder)
  const all = globSync([...include], { cwd, exclude: ['**/node_modules/**', '**/build/**', ...exclude] })
  const rowOf = new Map(
    all.map((file) => [file, table.find((row) => isAbout(row, project, relative(root, join(cwd, file))))]),
  )
  const sorted = all.toSorted((a, b) => a.localeCompare(b))
  if (lane === 'landing') return sorted.filter((file) => rowOf.get(file) === undefined)
  const sharded = new Set(createSharding(shard)(sorted.filter((file) => rowOf.get(file)?.isSharded)))
  return sorted.filter((file) => {
    const row = rowOf.get(file)
    return row !== undefined && (!row.isSharded || sharded.has(file))
  })
}
