import type { Socket } from 'node:net'

import { connectSocket, type Reach } from '@gatehouse/platform/outbound'
import type { TransportOptions, Transporter } from 'nodemailer'

import type { IdentityConfig } from '../configuration/config.ts'
import { mailFault } from './mail-fault.ts'
import { DeliveryFault, type MessageSender } from './sender.ts'

interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly secure: boolean
}

/** The time that a server may take for one step, in milliseconds; the outbox renews its lease meanwhile. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Sends mail by SMTP. `verify` signs in at the server and sends nothing; it rejects as `send` does. */
export interface MailSender extends MessageSender {
  verify(): Promise<void>
}

/** Parts of a quoted address that the library replaces by blanks: the mail would reach another mailbox. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const replaced = /[\0-\x1f\x7f<>]/

/** Creates a sender for `smtp://user:pass@host:port/?disable_starttls=true&skip_ssl_verify=true` or `smtps://…`. */
export function createMailSender(
  smtp: IdentityConfig['courier']['smtp'],
  reachOf: (url: string) => Reach,
): MailSender | undefined {
  if (smtp.connectionUri === undefined) return undefined
  const uri = smtp.connectionUri.reveal()
  const server = smtpOptions(uri)
  const { host, port, secure } = server
  const reachOfOthers = () => (smtp.isTrusted ? 'any' : reachOf(`${secure ? 'smtps' : 'smtp'}://${host}:${port}/`))
  const reach = smtp.isPublicOnly ? 'public' : reachOfOthers()
  const options = {
    ...server,
    name: smtp.localName,
    ...timeouts,
    getSocket: (_options: unknown, callback: (error: Error | null, opened?: { connection: Socket }) => void) => {
      connectSocket({ purpose: 'mail_server', host, port, reach, timeoutMs: timeouts.connectionTimeout }).then(
        (connection) => callback(null, { connection }),
        callback,
      )
    },
  }
  let opened: Promise<Transporter> | undefined
  // The first mail loads the library, not the start of the service.
  const transport = () => (opened ??= import('nodemailer').then(({ createTransport }) => createTransport(options)))
  const from = { name: smtp.fromName ?? '', address: smtp.fromAddress }
  return {
    send: async (message) => {
      if (replaced.test(message.recipient)) {
        throw new DeliveryFault('an address with < or > or control characters cannot be sent to', { isFinal: true })
      }
      const mail = {
        from,
        to: { name: '', address: message.recipient },
        subject: message.subject,
        text: message.body,
        ...(message.html !== '' && { html: message.html }),
        headers: { ...smtp.headers, 'Auto-Submitted': 'auto-generated' },
        // The outbox holds text: it must not cause the reading of a file or an address.
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      const carrier = await transport()
      await carrier.sendMail(mail).catch((error: unknown) => {
        throw mailFault(error)
      })
    },
    verify: async () => {
      const carrier = await transport()
      await carrier.verify().catch((error: unknown) => {
        throw mailFault(error)
      })
    },
    // A mail after that opens another one.
    close: () => {
      void opened?.then((open) => open.close())
      opened = undefined
    },
  }
}

/** Reads a connection URI as Kratos does: `smtp` upgrades with STARTTLS unless its query forbids it. */
export function smtpOptions(uri: string): TransportOptions & SmtpServer & Record<string, unknown> {
  let url: URL
  try {
    url = new URL(uri)
  } catch {
    throw new Error('courier.smtp.connection_uri is no URL; write it like smtps://user:password@mail.example.org:465/')
  }
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') {
    throw new Error('courier.smtp.connection_uri has to begin with smtp:// or smtps://')
  }
  const secure = url.protocol === 'smtps:'
  const plain = url.searchParams.get('disable_starttls') === 'true'
  const serverName = url.searchParams.get('server_name')
  return {
    pool: true,
    // One retry over another connection, if the server has closed an idle one; the outbox does the rest.
    maxRequeues: 1,
    host: url.hostname,
    port: url.port === '' ? (secure ? 465 : 25) : Number(url.port),
    secure,
    ignoreTLS: !secure && plain,
    requireTLS: !secure && !plain,
    tls: {
      rejectUnauthorized: url.searchParams.get('skip_ssl_verify') !== 'true',
      ...(serverName !== null && { servername: serverName }),
    },
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  }
}
