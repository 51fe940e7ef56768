import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { seed } from './people.ts'

it('a person signs in with the address that their traits name', async () => {
  const bodies: unknown[] = []
  const service = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(JSON.parse(body))
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"one"}')
    })
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => void service.close())
  const adminUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const traits = { email: 'grace@navy.example', rank: 'Rear Admiral' }
  const address = { value: traits.email, via: 'email', verified: true, status: 'completed' }
  for (const schemaId of ['person', 'sailor']) {
    const [person] = await seed({ adminUrl, adminKey: undefined }, [{ traits, schemaId }])
    expect(person).toMatchObject({ id: 'one', email: traits.email })
    expect(bodies.at(-1)).toMatchObject({ schema_id: schemaId, traits, verifiable_addresses: [address] })
  }
})
