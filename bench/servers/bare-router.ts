/** React Router alone: the bare page of bench/bare-router, served the way the gateway serves its own. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createRequestHandler, type ServerBuild } from 'react-router'

const build = (await import(new URL('../bare-router/build/server/index.js', import.meta.url).href)) as ServerBuild
const handle = createRequestHandler(build, 'production')
const app = new Hono()
app.all('*', (context) => handle(context.req.raw))
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: 'localhost' })
