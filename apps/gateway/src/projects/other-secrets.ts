import { join } from 'node:path'
import type { Config } from '@gatehouse/config/config'
import type { Applied } from '@gatehouse/control-plane/service'

/**
 * Why a project is not opened with secrets that are not those of its database. `configFile`: a kratos.yml that has them.
 */
export function otherSecrets(
  { secrets }: Pick<Config, 'secrets'>,
  { folder }: { readonly folder: string },
  configFile: string | undefined,
): Applied & { readonly kind: 'refused' } {
  const { subject, fix } = whereSecretsAre(secrets !== undefined, folder, configFile)
  const last = 'Where they are lost for good: gatehouse secrets accept'
  return { kind: 'refused', faults: [`${wrongOf(subject)}. Fix: ${fix}. ${last}`] }
}

/** The same of the identity service alone. */
export function otherSecretsOf(configFile: string): string {
  const { subject, fix } = whereSecretsAre(false, '', configFile)
  return `${wrongOf(subject)}. Fix: ${fix}`
}

function wrongOf(subject: string): string {
  return `${subject} is not what this database was begun with: what accounts keep sealed, such as authenticator apps and messages on their way, does not open with it`
}

function whereSecretsAre(isSet: boolean, folder: string, configFile: string | undefined) {
  if (configFile !== undefined) {
    const fix = 'name the secret from before there as well, behind a new one'
    return { subject: `secrets.cipher of ${configFile}`, fix }
  }
  if (isSet) {
    const fix = 'set it as for the other gateways; to replace it, the one from before comes behind the new one'
    return { subject: 'GATEHOUSE_SECRETS', fix }
  }
  const fix = 'put the secrets.json there that belongs to the database, or set GATEHOUSE_SECRETS where that was set'
  return { subject: join(folder, 'secrets.json'), fix }
}
