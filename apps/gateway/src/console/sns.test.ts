import { moto, motoTopics, startMoto, type Moto } from '@gatehouse/testing/receivers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

// A separate test beside the sender checks that moto can be run.
const isPossible = isBuilt && (await moto.missing()) === undefined

const role = 'arn:aws:iam::123456789012:role/event-publisher'

describe.skipIf(!isPossible)('a stream to SNS, made by an operator in the console,', () => {
  let moto: Moto
  let topics: ReturnType<typeof motoTopics>
  let harness: ConsoleHarness
  let owners = 0
  beforeAll(async () => {
    moto = await startMoto()
    topics = motoTopics(moto)
  }, 600_000)
  afterAll(() => moto.stop())
  beforeEach(async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', moto.url)
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example')
    harness = await openConsoleHarness()
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await harness.gateway.stop()
  })

  /** Creates a stream on its page, sends a test event on the stream's page, and returns the page with the outcome. */
  async function tryOut(topic: string): Promise<string> {
    const { email } = await harness.member(`owner-${(owners += 1)}`, 'owner')
    const browser = harness.browser()
    await browser.signIn(email)
    const [project] = (await harness.control('GET', '/projects')).body
    const root = `/w/${harness.workspace.slug}/p/${project.slug}`
    const made = await browser.post(`${root}/streams/new?type=sns`, { intent: 'create', topic, role })
    expect(made.status).toBe(200)
    expect(made.html).toContain(topic)
    const tested = await browser.post(made.path, { intent: 'test' })
    expect(tested.status).toBe(200)
    return /<[^>]*data-testid="tested".*?<\/section>/s.exec(tested.html)?.[0] ?? ''
  }

  test('brings a test event to the queue that is subscribed to its topic', async () => {
    const { arn, receive } = await topics.make('console')
    expect(await tryOut(arn)).toContain('Delivered: the receiver')
    const received = await receive()
    const test = received.find(({ event }) => event.type.includes('EventStreamTest'))
    expect(test).toMatchObject({ sender: arn, attributes: { id: { Value: test?.event.id } } })
  })

  test('reports a missing topic', async () => {
    expect(await tryOut(topics.arnOf('nowhere'))).toMatch(/the topic did not take it: .*does not exist/)
  })

  test('reports missing credentials, and refused ones', async () => {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE']) vi.stubEnv(name, undefined)
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true')
    expect(await tryOut(topics.arnOf('console'))).toContain('this process has no AWS credentials')
    // From now on moto checks credentials. First of all, as a retried event would assume the role meanwhile.
    await fetch(`${moto.url}/moto-api/reset-auth`, { method: 'POST', body: '0' })
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example')
    const refused = await tryOut(topics.arnOf('other'))
    expect(refused).toContain('the role could not be taken on: the credentials are not known')
  })
})
