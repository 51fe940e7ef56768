import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { freePort } from './packages/testing/src/free-port.ts'
import { currentLane, filesOfLane, laterTests } from './tooling/lanes.ts'
import { testedPostgres } from './packages/testing/src/tested-postgres-address.ts'

// Hundreds of processes are started by tests, each of which would read the same TypeScript anew.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

/** One more than cores: most files wait half of their time for processes, databases and mails that they have started. */
const maxWorkers = availableParallelism() + 1

/** A project of this run. */
type Tests = NonNullable<TestProjectInlineConfiguration['test']> & {
  readonly name: string
  readonly include: string[]
  readonly exclude: string[]
}

/** Tests of what a process has in common: its processor time, its threads. */
const ofTheProcess = ['**/growth.test.ts', '**/worker-pool.test.ts']
const everywhere = {
  exclude: ['**/node_modules/**', '**/build/**'],
  testTimeout: 90_000,
  hookTimeout: 180_000,
  // Vitest's own second is too short for a job on a busy machine.
  expect: { poll: { timeout: 30_000 } },
  setupFiles: fileURLToPath(new URL('apps/gateway/src/process/server-globals.fixture.ts', import.meta.url)),
  maxWorkers,
}

// Its address is known before it is started, as a project's environment is written here.
const postgres = testedPostgres(await freePort())
const postgresOfGateway = testedPostgres(await freePort())

/** Tests of stores, of lists and of concurrent requests, once more on PostgreSQL; empty if the machine has none. */
const onPostgres: Tests[] =
  postgres === undefined || postgresOfGateway === undefined
    ? []
    : [
        {
          ...everywhere,
          name: 'on PostgreSQL',
          isolate: false,
          include: ['packages/{identity,control-plane}/src/**/*.test.ts'],
          exclude: [
            ...everywhere.exclude,
            ...ofTheProcess,
            // Of the files of SQLite, of this process, of what is remembered of rows.
            '**/sql/{both-schemas,database,event-order,flow-store,remembered,search-index,storage-full,upgrade}.test.ts',
            '**/{crash,at-rest,look-ups,compile-trial}.test.ts',
            // They reach the database only by calls of stores, which have tests of their own on both databases.
            '**/{configuration,credentials,devices,http,jsonnet,messages,nodes,oauth2,outbound,schemas}/**',
            '**/flows/{organization,presentation}/**',
            '**/flows/steps/{enumeration,equal-work,consume-limits}.test.ts',
            '**/strategies/{link,oidc,passkey,password,webauthn}/**',
            '**/web-hooks/!(delivery-order).test.ts',
            '**/courier/{channels,languages,own-templates,python-clients}.test.ts',
            '**/control-plane/src/{access,branding,onboarding,remote}/**',
            '**/event-streams/delivery/{forbidden-targets,sns}.test.ts',
            '**/hostile.test.ts',
          ],
          globalSetup: './packages/testing/src/tested-postgres.ts',
          env: postgres,
        },
        {
          ...everywhere,
          name: 'gateway on PostgreSQL',
          include: [
            'apps/gateway/src/projects/{projects,organizations,admin-policy,client-operations}.test.ts',
            'apps/gateway/src/console/exchanges.test.ts',
          ],
          globalSetup: './packages/testing/src/tested-postgres.ts',
          env: postgresOfGateway,
        },
      ]

const tests: readonly Tests[] = [
  {
    // Hashing is slow on purpose; a shared two-core machine needs space (`testTimeout` above).
    ...everywhere,
    name: 'beside the code',
    // A process for each file would read the same modules anew: more processor time than the tests take.
    isolate: false,
    include: [
      'packages/**/*.test.{ts,tsx}',
      'apps/{account,console}/**/*.test.{ts,tsx}',
      'apps/gateway/src/console/*.test.ts',
      'tooling/**/*.test.ts',
    ],
    exclude: [...everywhere.exclude, ...ofTheProcess],
  },
  {
    ...everywhere,
    name: 'in a process of its own',
    include: ['apps/{cli,gateway}/**/*.test.ts', 'bench/**/*.test.ts', 'gallery/**/*.test.ts', ...ofTheProcess],
    exclude: [...everywhere.exclude, 'apps/gateway/src/console/**'],
  },
  ...onPostgres,
  {
    ...everywhere,
    name: 'conformance',
    root: 'conformance',
    include: ['**/*.test.ts'],
    exclude: [...everywhere.exclude, '**/kratos.test.ts'],
    maxConcurrency: 6,
  },
  {
    ...everywhere,
    name: 'conformance of Ory Kratos',
    root: 'conformance',
    include: ['suite/kratos.test.ts'],
    maxConcurrency: 4,
  },
]

/** Of a project what this run's lane has of it; nothing where it has none. */
function inLane(project: Tests): TestProjectInlineConfiguration[] {
  const lane = currentLane()
  if (lane === undefined) return [{ test: project }]
  const { name, root: folder, include, exclude } = project
  const found = { project: name, include, exclude, ...(folder !== undefined && { folder }) }
  const files = filesOfLane(laterTests, found, import.meta.dirname, lane)
  return files.length === 0 ? [] : [{ test: { ...project, include: [...files] } }]
}

export default defineConfig({ test: { projects: tests.flatMap(inLane) } })
