// `npm start -w examples/vite`: Gatehouse, a single-page application and its server, on this machine.
import { join } from 'node:path'
import { createServer } from 'vite'
import { applicationEnvironment, origin, startGatehouse } from '../gatehouse.ts'

startGatehouse(import.meta.dirname)
Object.assign(process.env, applicationEnvironment)
const server = await createServer({
  root: import.meta.dirname,
  configFile: join(import.meta.dirname, 'vite.config.ts'),
})
await server.listen()
console.log(`The application: ${origin}/`)
