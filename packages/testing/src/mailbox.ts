import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** One mail as it arrived over SMTP. `to` are the envelope's recipients, in lower case. */
export interface ReceivedMail {
  /** Counts arrivals from 1. */
  readonly sequence: number
  readonly to: readonly string[]
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** A real SMTP receiver that keeps its mails. */
export interface Mailbox {
  /** `smtp://127.0.0.1:PORT/?disable_starttls=true`, as the courier's `connection_uri` wants it. */
  readonly uri: string
  readonly port: number
  /**
   * Waits for the next mail to an address: the first that came later than `after`, or without it the first that no
   * earlier call has returned. Rejects after `timeoutMs` (10,000).
   */
  next(wanted: {
    readonly to: string
    readonly after?: ReceivedMail | undefined
    readonly timeoutMs?: number
  }): Promise<ReceivedMail>
  /** All mails so far, optionally those to one address. */
  all(to?: string): readonly ReceivedMail[]
  close(): Promise<void>
}

/**
 * Starts a mailbox on a port of the loopback interface, by default a free one; it takes each mail once `accepts` resolves,
 * and refuses one that it rejects.
 * Without `disabledCommands` it offers STARTTLS, with a self-signed certificate.
 */
export async function startMailbox(
  port = 0,
  accepts = async (): Promise<void> => {},
  password?: string,
  disabledCommands: readonly string[] = ['STARTTLS'],
): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const returned = new Set<number>()
  const waiting = new Set<() => void>()

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: [...disabledCommands],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: (auth, _session, callback) =>
      password === undefined || auth.password === password
        ? callback(null, { user: 'anyone' })
        : callback(new Error('Invalid username or password')),
    onData: (stream, session, callback) => {
      const recipients = session.envelope.rcptTo.map((one) => one.address.toLowerCase())
      readMail(stream, recipients)
        .then(async (mail) => {
          await accepts()
          mails.push({ ...mail, sequence: mails.length + 1 })
          callback()
          for (const wake of waiting) wake()
        })
        .catch(callback)
    },
  })
  server.on('error', () => {
    // A client that hangs up in mid-sentence is its own affair; the mail it did deliver is kept.
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mailbox has no port')

  const all = (to?: string) => (to === undefined ? [...mails] : mails.filter((one) => isTo(one, to)))
  return {
    uri: `smtp://127.0.0.1:${address.port}/?disable_starttls=true`,
    port: address.port,
    all,
    async next({ to, after, timeoutMs = 10_000 }) {
      const deadline = AbortSignal.timeout(timeoutMs)
      for (;;) {
        const mail = all(to).find((one) => (after ? one.sequence > after.sequence : !returned.has(one.sequence)))
        if (mail !== undefined) {
          returned.add(mail.sequence)
          return mail
        }
        await arrival(waiting, deadline, `no mail to ${to} within ${timeoutMs} ms; came so far: ${describe(mails)}`)
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function isTo(mail: ReceivedMail, address: string): boolean {
  return mail.to.includes(address.toLowerCase())
}

function describe(mails: readonly ReceivedMail[]): string {
  return mails.map((one) => `${one.to.join(', ')} "${one.subject}"`).join('; ') || 'none'
}

function arrival(waiting: Set<() => void>, deadline: AbortSignal, complaint: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      waiting.delete(wake)
      deadline.removeEventListener('abort', expire)
      settle()
    }
    const wake = () => finish(resolve)
    const expire = () => finish(() => reject(new Error(complaint)))
    waiting.add(wake)
    deadline.addEventListener('abort', expire)
  })
}

async function readMail(
  stream: AsyncIterable<Uint8Array>,
  to: readonly string[],
): Promise<Omit<ReceivedMail, 'sequence'>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const mail = await PostalMime.parse(Buffer.concat(chunks))
  return {
    to,
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key.toLowerCase(), value])),
  }
}
