import { getRequestListener } from '@hono/node-server'

// The first listener of a process replaces `Request` and `Response` by its own, which check and read less than those of
// Node. Every test has them, as the product does; else it would depend on the tests before it in its process.
getRequestListener(() => new Response())
