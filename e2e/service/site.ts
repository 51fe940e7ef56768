import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import type { Mailbox } from '@gatehouse/testing/receivers'
import { writeIdentityConfig } from './identity-config.ts'
import { type NetworkOptions, startNetwork } from './network.ts'

/** The configuration of a gateway and the identity service behind it. */
export interface SiteNeeds {
  /** A separate kratos.yml; without it the plain case. */
  readonly config?: NonNullable<NetworkOptions['config']>
  /** The built-in configuration of the embedded service has all of that: only another service needs the file. */
  readonly builtIn?: boolean
  /** Ory Kratos runs with the file that docs/kratos.md shows. */
  readonly documented?: boolean
  /** The gateway may use the admin API, as it always may that of the embedded service. */
  readonly hasAdmin?: boolean
  /** Settings of the gateway. */
  readonly environment?: Readonly<Record<string, string>>
  /** An empty PostgreSQL database; without one the data are files. */
  readonly database?: string
}

/** The ports of a gateway. */
export interface Ports {
  readonly public: number
  readonly admin: number
}

/** Starts a gateway with its embedded identity service. */
export async function startEmbedded(ports: Ports, needs: SiteNeeds): Promise<GatewayProcess> {
  const { database } = needs
  const environment = { ...needs.environment, ...(database !== undefined && { GATEHOUSE_DATABASE: database }) }
  if (needs.builtIn === true) return startGateway({ ports, environment })
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))
  const origin = `http://localhost:${ports.public}`
  const configFile = await writeIdentityConfig({
    ...needs.config,
    folder,
    origin,
    ...(database !== undefined && { database }),
  })
  const gateway = await startGateway({ ports, environment: { ...environment, GATEHOUSE_IDENTITY_CONFIG: configFile } })
  return {
    ...gateway,
    async stop(graceMs) {
      const code = await gateway.stop(graceMs)
      await rm(folder, { recursive: true, force: true })
      return code
    },
  }
}

/** Starts a gateway, the Ory Kratos behind it, and the mail server that this sends its mails to. */
export async function startBeforeKratos(
  ports: Ports,
  { config = {}, documented = false, hasAdmin = false, environment = {} }: SiteNeeds,
): Promise<{ readonly gateway: GatewayProcess; readonly mailbox: Mailbox }> {
  const network = await startNetwork({
    engine: 'kratos',
    ports,
    config: inItsWords(config),
    documented,
    hasConsole: hasAdmin,
    environment,
  })
  const { gateway, mailbox } = network
  return { gateway: { ...gateway, stop: () => network.stop().then(() => null) }, mailbox }
}

/**
 * Returns the settings in Ory Kratos' form: it delivers no text message without a program, and does not start with an
 * unknown setting.
 */
function inItsWords({ choosesAddress: _unknown, textMessages, ...config }: NonNullable<SiteNeeds['config']>) {
  const program = 'function(ctx) { recipient: ctx.recipient, body: ctx.body }'
  return { ...config, ...(textMessages && { textMessages: { ...textMessages, program } }) }
}
