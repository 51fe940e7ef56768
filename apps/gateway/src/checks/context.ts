import { statfs } from 'node:fs/promises'
import type { Config, Environment } from '@gatehouse/config/config'
import { ConfigError, type IdentityConfig } from '@gatehouse/identity/configuration'
import { Secret } from '@gatehouse/platform/secrets'
import { type ProjectDeployment, sessionNameOf } from '../projects/layers.ts'
import { readConfigFile, readProjectConfig } from '../projects/project-config.ts'
import type { CheckContext } from './check.ts'
import { readStoredProject } from './stored-project.ts'

/**
 * Prepares the context of the checks: settings, and the embedded identity service's configuration from its file or the
 * console. Changes nothing.
 */
export async function checkContext(config: Config, env: Environment): Promise<CheckContext> {
  const read = await readIdentity(config)
  return {
    config,
    env,
    identity: read.identity,
    identityFaults: read.faults,
    now: Date.now,
    freeBytes: async (folder) => {
      try {
        const { bavail, bsize } = await statfs(folder)
        return bavail * bsize
      } catch {
        return undefined
      }
    },
  }
}

interface Read {
  readonly identity: IdentityConfig | undefined
  readonly faults: readonly string[]
}

async function readIdentity(config: Config): Promise<Read> {
  const { identity } = config
  if (identity.kind === 'remote') return { identity: undefined, faults: [] }
  // A database that cannot be read is the finding of another check.
  const stored = await readStoredProject(config).catch(() => undefined)
  const project = stored ?? {
    id: 'main',
    slug: 'main',
    name: config.brandName,
    isDefault: true,
    corsPublic: { enabled: false, origins: [] },
    corsAdmin: { enabled: false, origins: [] },
    identityConfig: undefined,
    accountExperience: {},
  }
  try {
    const read =
      identity.configFile === undefined
        ? await readProjectConfig(project, deployment(config))
        : await readConfigFile(identity.configFile, project, deployment(config), config)
    return read.kind === 'sound'
      ? { identity: read.loaded.config, faults: [] }
      : { identity: undefined, faults: read.faults }
  } catch (error) {
    if (error instanceof ConfigError) return { identity: undefined, faults: error.faults }
    return { identity: undefined, faults: [causesOf(error)] }
  }
}

const causesOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, ...(error.cause instanceof Error ? [error.cause.message] : [])].join(': ')
    : String(error)

function deployment(config: Config): ProjectDeployment {
  const { publicUrl: url, adminUrl, data: folder, smtpUrl, dev, oauth2, applications, database } = config
  const any = [new Secret('looked at alone: nothing is signed with it')] as const
  const secrets = { default: any, cookie: any, cipher: any, links: any[0] }
  const own = { applications, sessionName: sessionNameOf(applications), mayShareWith: () => false }
  return { url, adminUrl, folder, secrets, database, smtpUrl, dev, oauth2, ...own }
}
