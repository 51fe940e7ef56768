import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** The relay's replies, by the first word of the command; `connect` is its greeting. */
export type RelayWords = Readonly<
  Partial<Record<'connect' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'text', string>>
>

const usual = {
  connect: '220 relay.test ESMTP',
  EHLO: '250-relay.test\r\n250 AUTH PLAIN LOGIN',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 fine',
  RCPT: '250 2.1.5 fine',
  DATA: '354 go on',
  text: '250 2.0.0 taken',
}

/**
 * Starts a mail server on `port` that answers with `words`, which may depend on the recipient; `hang up` disconnects.
 */
export async function startRelay(port: number, words: RelayWords | ((mail: string) => RelayWords) = {}) {
  const taken: string[] = []
  const sockets = new Set<Socket>()
  let calls = 0
  const server: Server = createServer((socket) => {
    calls += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    speak(socket, (text) => ({ ...usual, ...(typeof words === 'function' ? words(text) : words) }), taken)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { taken, calls: () => calls, close }
}

function speak(socket: Socket, wordsFor: (mail: string) => Required<RelayWords>, taken: string[]): void {
  let [recipient, isText] = ['', false]
  const say = (line: string) => (line === 'hang up' ? socket.destroy() : socket.write(`${line}\r\n`))
  const hear = (line: string) => {
    const words = wordsFor(recipient)
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'RCPT') recipient = /<(.*)>/.exec(line)?.[1] ?? ''
    const answer = command === 'RCPT' ? wordsFor(recipient).RCPT : words[command as keyof RelayWords]
    if (command === 'DATA' && answer?.startsWith('354')) isText = true
    say(answer ?? (command === 'STAR' ? '502 5.5.1 unknown' : '250 fine'))
  }
  say(wordsFor('').connect)
  let rest = ''
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString('latin1')
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      if (!isText) hear(line)
      else if (line === '.') {
        isText = false
        const answer = wordsFor(recipient).text
        if (answer.startsWith('2')) taken.push(recipient)
        say(answer)
      }
    }
  })
}
