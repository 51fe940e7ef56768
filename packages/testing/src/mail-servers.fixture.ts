/**
 * The mail servers of docs/operate.md on this machine: 465 (TLS from the first byte), 587 (STARTTLS), 25 (plain). Each
 * line that it writes is a port and a recipient. Arguments: the files of key and certificate.
 */
import { readFileSync } from 'node:fs'
import { SMTPServer } from 'smtp-server'

const [key = '', certificate = ''] = process.argv.slice(2)
for (const port of [465, 587, 25]) {
  const server = new SMTPServer({
    secure: port === 465,
    key: readFileSync(key),
    cert: readFileSync(certificate),
    authOptional: port === 25,
    ...(port === 25 && { disabledCommands: ['STARTTLS', 'AUTH'] }),
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'user' && password === 'password'
        ? callback(null, { user: username })
        : callback(new Error('Invalid username or password')),
    onData: (stream, session, callback) => {
      stream.resume()
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) console.log(port, address)
        callback()
      })
    },
  })
  server.on('error', (error) => console.log(String(error)))
  server.listen(port, '127.0.0.1')
}
