import { EventsApi, ProjectApi, ResponseError, WorkspaceApi } from '@ory/client-fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventWalks } from './client-walks/events.fixture.ts'
import { organizationWalks } from './client-walks/organizations.fixture.ts'
import { projectWalks, purgeWalks } from './client-walks/projects.fixture.ts'
import { type ClientHarness, openClientHarness, type Walks } from './client-walks/walk.fixture.ts'
import { workspaceWalks } from './client-walks/workspaces.fixture.ts'

let harness: ClientHarness
beforeAll(async () => {
  harness = await openClientHarness()
})
afterAll(() => harness.close())

/** Every operation of the three APIs, in the order of the resources' life cycle. */
const walks: Walks = { ...workspaceWalks, ...projectWalks, ...organizationWalks, ...eventWalks, ...purgeWalks }

/** Returns the error that the client threw: the answer's status and error, or the parameter that is missing. */
async function failureOf(call: Promise<unknown>): Promise<object> {
  const error = await call.then(
    (value) => new Error(`it was answered: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  )
  if (error instanceof ResponseError) {
    const { error: envelope } = await error.response.json()
    return { status: error.response.status, codes: [envelope.code, envelope.status_code], reason: envelope.reason }
  }
  if (error instanceof Error && 'field' in error) return { field: error.field }
  throw error
}

const operations = [EventsApi, ProjectApi, WorkspaceApi].flatMap((api) =>
  Object.getOwnPropertyNames(api.prototype).filter(
    (name) => name !== 'constructor' && !/(?:Raw|RequestOpts)$/.test(name),
  ),
)

test('the list has every operation of the client', () => {
  expect(Object.keys(walks).toSorted()).toEqual(operations.toSorted())
  expect(operations).toHaveLength(33)
})

describe('without a role there, every call is refused', () => {
  test.each(Object.entries(walks))('%s', async (name, { valid }) => {
    const general = ['listWorkspaces', 'createWorkspace', 'listProjects']
    const answer = await valid(harness.stranger, harness).then(
      () => 'answered',
      (error: unknown) => (error instanceof ResponseError ? error.response.status : error),
    )
    expect(answer).toBe(general.includes(name) ? 'answered' : 404)
  })
})

describe('a viewer may look', () => {
  const forbidden = Object.entries(walks).filter(([, { from }]) => from !== 'viewer')
  test.each(forbidden)('but not %s', async (_, { valid }) => {
    await expect(valid(harness.viewer, harness)).rejects.toMatchObject({
      response: { status: expect.toBeOneOf([401, 403]) },
    })
  })
  const allowed = Object.entries(walks).filter(([, { from }]) => from === 'viewer')
  test.each(allowed)('and %s', async (_, { valid }) => {
    expect(await valid(harness.viewer, harness)).toBeDefined()
  })
})

describe('the field’s client, unchanged @client-operations-1', () => {
  test.each(Object.entries(walks))('%s', async (_, { valid, answers, missing, status = 404 }) => {
    const answer = await valid(harness.owner, harness)
    expect(answer).toEqual(withAnythingElse(answers))
    expect(await failureOf(missing(harness))).toEqual({
      status,
      codes: [status, status],
      reason: expect.stringMatching(/\.$/),
    })
  })
})

/** Returns the expectation for objects with further fields. */
function withAnythingElse(wanted: unknown): unknown {
  if (Array.isArray(wanted)) return wanted.map(withAnythingElse)
  const isPlain = typeof wanted === 'object' && wanted !== null && Object.getPrototypeOf(wanted) === Object.prototype
  if (!isPlain) return wanted
  return expect.objectContaining(
    Object.fromEntries(Object.entries(wanted).map(([key, value]) => [key, withAnythingElse(value)])),
  )
}

test('a parameter that is missing is found by the client itself', async () => {
  const nothing: string | null = null
  const { projects } = harness.owner
  // @ts-expect-error the type forbids values that untyped programs send
  expect(await failureOf(projects.getProject({ projectId: nothing }))).toEqual({ field: 'projectId' })
})
