// `npm start -w examples/express`: Gatehouse and an application in front of it, on this machine. With ACCOUNT, an address of
// account pages, in front of those.
import { account, origin, port, startGatehouse } from '../gatehouse.ts'
import { createApp } from './app.ts'

const organization = process.env['ORGANIZATION'] ?? '00000000-0000-4000-8000-000000000000'
startGatehouse(import.meta.dirname)
createApp({ origin, account, organization }).listen(port, 'localhost', () => console.log(`The application: ${origin}/`))
