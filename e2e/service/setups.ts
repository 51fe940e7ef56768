import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@gatehouse/testing/free-port'
import { type GatewayProcess, startGateway } from '@gatehouse/testing/gateway-process'
import type { Mailbox } from '@gatehouse/testing/mailbox'
import { writeIdentityConfig } from './identity-config.ts'
import { type NetworkOptions, startNetwork } from './network.ts'
import { deskPost, type Post, smtpPost } from './post.ts'

type OwnConfig = NonNullable<NetworkOptions['config']>

/** Every kind of gateway the journeys visit: the built-in configuration, and kratos.yml files of one's own. */
const setups = {
  standard: undefined,
  'two-step': { registrationStyle: 'profile_first' },
  'identifier-first': { loginStyle: 'identifier_first' },
  closed: { registration: false },
  'passkey-only': { passkeyOnly: true },
  passkeys: { passkeys: true },
  links: { links: true },
  // Long enough to fill a form in, short enough to wait for.
  'short-lived': { flowLifespan: '4s' },
} as const satisfies Readonly<Record<string, OwnConfig | undefined>>

/** The name of a kind of gateway. */
export type SetupName = keyof typeof setups

/** Which identity service stands behind the gateways: the embedded one, or a real Ory Kratos 1.3.1. */
export type EngineName = 'embedded' | 'kratos'

/** The gateways of one worker: each is started when it is first visited, and stopped with the worker. */
export interface Gateways {
  visit(name: SetupName): Promise<GatewayProcess>
  /** How to read the mails that come from the gateway at an origin, none of which anybody has read yet. */
  post(origin: string): Post
  stop(): Promise<void>
}

/** Makes a worker's gateways; none runs yet. */
export function createGateways(engine: EngineName): Gateways {
  const running = new Map<SetupName, Promise<GatewayProcess>>()
  const mailboxes = new Map<string, Mailbox>()

  async function startBeforeKratos(config: OwnConfig = { secondFactors: true }): Promise<GatewayProcess> {
    const network = await startNetwork({ engine: 'kratos', config })
    const { gateway, mailbox } = network
    mailboxes.set(gateway.origin, mailbox)
    return { ...gateway, stop: () => network.stop().then(() => null) }
  }

  const open = engine === 'kratos' ? startBeforeKratos : start
  return {
    visit(name) {
      const known = running.get(name) ?? open(setups[name])
      running.set(name, known)
      return known
    },
    post(origin) {
      const mailbox = mailboxes.get(origin)
      return mailbox === undefined ? deskPost(origin) : smtpPost(mailbox)
    },
    async stop() {
      const gateways = await Promise.all(running.values())
      await Promise.all(gateways.map((gateway) => gateway.stop()))
    },
  }
}

async function start(config: OwnConfig | undefined): Promise<GatewayProcess> {
  if (config === undefined) return startGateway()
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))
  const configFile = await writeIdentityConfig({ ...config, folder, origin: `http://localhost:${publicPort}` })
  const gateway = await startGateway({
    ports: { public: publicPort, admin: adminPort },
    environment: { GATEHOUSE_IDENTITY_CONFIG: configFile },
  })
  return {
    ...gateway,
    async stop(graceMs) {
      const code = await gateway.stop(graceMs)
      await rm(folder, { recursive: true, force: true })
      return code
    },
  }
}
