/** A bare Hono server that answers a session-sized JSON document: the floor for whoami. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const body = {
  id: '00000000-0000-4000-8000-000000000000',
  active: true,
  identity: { id: '00000000-0000-4000-8000-000000000001', traits: { email: 'ada@example.org' } },
}
const app = new Hono()
app.get('/sessions/whoami', (context) => context.json(body))
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: 'localhost' })
