import { freePorts, startPostgres, type GatewayProcess, type PostgresProcess } from '@gatehouse/testing/processes'
import type { Mailbox } from '@gatehouse/testing/receivers'
import { type Ports, type SiteNeeds, startBeforeKratos, startEmbedded } from './site.ts'
import { acme, connectionOf } from './organization.ts'
import { devtoolsPost, type Post, smtpPost, withTextMessages } from './post.ts'
import { startTextMessages, type TextMessages } from './text-messages.ts'

/** Every kind of gateway the journeys visit. */
const setups = {
  standard: { builtIn: true, config: { secondFactors: true } },
  passkeys: { builtIn: true, config: { passkeys: true } },
  documented: { documented: true, hasAdmin: true },
  administered: { builtIn: true, hasAdmin: true },
  'two-step': { config: { registrationStyle: 'profile_first', passkeys: true, securityKeys: 'passwordless' } },
  'identifier-first': { config: { loginStyle: 'identifier_first' } },
  organization: { config: { organizations: [acme], providers: [connectionOf(acme)] } },
  closed: { config: { registration: false } },
  'passkey-only': { config: { passkeyOnly: true } },
  links: { config: { links: true } },
  discreet: { config: { discreet: true, loginStyle: 'identifier_first' } },
  'security-keys': { config: { securityKeys: 'second-factor' } },
  'keys-alone': { config: { securityKeys: 'passwordless' } },
  phones: { config: { phones: true, choosesAddress: true } },
  'phone-second': { config: { phones: true, codeSecond: true } },
  // Long enough to act on, short enough to wait for.
  'short-lived': { config: { flowLifespan: '4s' } },
  'soon-unsure': { config: { privilegedAge: '6s' } },
} as const satisfies Readonly<Record<string, SiteNeeds>>

/** The name of a kind of gateway. */
export type SetupName = keyof typeof setups

/**
 * The identity service behind the gateways: the embedded one, on files or in PostgreSQL, or a real Ory Kratos 1.3.1.
 */
export type EngineName = 'embedded' | 'embedded-on-postgres' | 'kratos'

/** The gateways of one worker: each is started when it is first visited, and stopped with the worker. */
export interface Gateways {
  visit(name: SetupName): Promise<GatewayProcess>
  /** Reserves an origin for a separate gateway, whose needs are given when it starts. It stops with the others. */
  reserve(): Promise<Reserved>
  /** Reads the mails that come from the gateway at an origin; each reader begins with all of them unread. */
  post(origin: string): Post
  stop(): Promise<void>
}

/** A gateway that does not run yet. */
export interface Reserved {
  readonly origin: string
  readonly start: (needs: SiteNeeds) => Promise<GatewayProcess>
}

/** Makes a worker's gateways; none runs yet. */
export function createGateways(engine: EngineName): Gateways {
  const running = new Map<SetupName, Promise<GatewayProcess>>()
  const opened: Promise<GatewayProcess>[] = []
  const mailboxes = new Map<string, Mailbox>()
  const phones = new Map<string, TextMessages>()
  let server: Promise<PostgresProcess> | undefined

  async function start(ports: Ports, needs: SiteNeeds): Promise<GatewayProcess> {
    if (needs.config?.phones !== true) return startEngine(ports, needs)
    const texts = await startTextMessages()
    phones.set(originOf(ports), texts)
    return startEngine(ports, { ...needs, config: { ...needs.config, textMessages: { url: texts.url } } })
  }

  async function startEngine(ports: Ports, needs: SiteNeeds): Promise<GatewayProcess> {
    if (engine === 'embedded') return startEmbedded(ports, needs)
    if (engine === 'embedded-on-postgres') return startEmbedded(ports, { ...needs, database: await newDatabase() })
    const { gateway, mailbox } = await startBeforeKratos(ports, needs)
    mailboxes.set(gateway.origin, mailbox)
    return gateway
  }

  async function newDatabase(): Promise<string> {
    server ??= startPostgres({ fsync: 'off' })
    return (await server).createDatabase()
  }

  async function reserve(): Promise<Reserved> {
    const [publicPort = 0, adminPort = 0] = await freePorts(2)
    return {
      origin: originOf({ public: publicPort }),
      start(needs) {
        const gateway = start({ public: publicPort, admin: adminPort }, needs)
        opened.push(gateway)
        return gateway
      },
    }
  }

  return {
    visit(name) {
      const needs: SiteNeeds = setups[name]
      // Those that are all there with the built-in configuration are one and the same.
      const kind = engine !== 'kratos' && needs.builtIn === true ? 'standard' : name
      const known = running.get(kind) ?? reserve().then((reserved) => reserved.start(needs))
      running.set(kind, known)
      return known
    },
    reserve,
    post(origin) {
      const mailbox = mailboxes.get(origin)
      const mail = mailbox === undefined ? devtoolsPost(origin) : smtpPost(mailbox)
      const texts = phones.get(origin)
      return texts === undefined ? mail : withTextMessages(mail, texts)
    },
    async stop() {
      const gateways = await Promise.all(opened)
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await Promise.all([...phones.values()].map((texts) => texts.close()))
      await (await server)?.stop()
    },
  }
}

function originOf(ports: Pick<Ports, 'public'>): string {
  return `http://localhost:${ports.public}`
}
