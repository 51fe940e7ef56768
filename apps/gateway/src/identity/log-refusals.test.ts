import { expect, test } from 'vitest'
import { openGateway } from '../projects/gateway.fixture.ts'

test('a refused sign-in and a refused sign-up are in the log with their messages, without user input @log-refusals-1', async () => {
  const { ask, origin, lines, register, gateway, createProject } = await openGateway()
  await register(origin, 'ada@example.org')
  const submit = async (at: string, flow: string, json: object) => {
    const { id } = (await ask(`${at}/self-service/${flow}/api`)).body
    const answer = await ask(`${at}/self-service/${flow}?flow=${id}`, { method: 'POST', json })
    expect(answer.status).toBe(400)
    return { id, requestId: answer.headers.get('x-request-id') }
  }
  const refused = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a submission was refused')

  const password = 'hunter2-hunter2'
  const signIn = await submit(origin, 'login', { method: 'password', identifier: 'ada@example.org', password })
  expect(refused()).toEqual([
    expect.objectContaining({
      flow: 'login',
      flowId: signIn.id,
      requestId: signIn.requestId,
      method: 'password',
      reason: 'invalid_credentials',
      messages: [4000006],
    }),
  ])
  const traits = { email: 'ada@example.org' }
  await submit(origin, 'registration', { method: 'password', password: 'hunter2-hunter2', traits })
  expect(refused().at(-1)).toMatchObject({ flow: 'registration', messages: [expect.any(Number)] })
  // Refusals of every project are logged with the project.
  const shop = await createProject('Shop')
  await submit(shop.origin, 'login', { method: 'password', identifier: 'eve@example.org', password })
  expect(refused().at(-1)).toMatchObject({ project: shop.id, messages: [4000006] })
  expect(lines.join('')).not.toMatch(/hunter2|ada@example|eve@example/)
  await gateway.stop()
})
