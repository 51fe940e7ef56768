/** The floor: one hand-written HTML page with a form, its style inline. Nothing a sign-in page does can be cheaper. */
import { createServer } from 'node:http'

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Sign in</title><style>body{font:16px/1.5 system-ui;margin:3rem auto;max-width:26rem}input{display:block;width:100%;padding:.7rem}</style>
<h1>Sign in</h1><form method="post"><label>Email <input name="identifier" required></label>
<label>Password <input name="password" type="password" required></label><button>Sign in</button></form></html>`

// By both addresses of this machine, as the gateway does: a browser tries either.
for (const host of ['127.0.0.1', '::1']) {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page)
  })
  server.on('error', (error) => {
    if (host === '127.0.0.1') throw error
  })
  server.listen(Number(process.argv[2]), host)
}
