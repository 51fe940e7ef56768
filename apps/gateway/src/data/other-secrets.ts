import { join } from 'node:path'
import type { Config, ConfigFault } from '@gatehouse/config/config'
import type { Applied } from '@gatehouse/control-plane/service'

/**
 * Returns the reason why a project is not opened with secrets that do not belong to its database. `configFile`: a
 * kratos.yml with the secrets.
 */
export function otherSecrets(
  { secrets }: Pick<Config, 'secrets'>,
  { folder }: { readonly folder: string },
  configFile: string | undefined,
): Applied & { readonly kind: 'refused' } {
  const { subject, fix } = whereSecretsAre(secrets !== undefined, folder, configFile, 'cipher')
  const last = 'Where they are lost for good: gatehouse secrets accept'
  return { kind: 'refused', faults: [`${subject} ${wrongText}. Fix: ${fix}. ${last}`] }
}

/** The same of the control plane, whose secrets are those of the installation. */
export function otherInstallationSecrets({ secrets, data }: Pick<Config, 'secrets' | 'data'>): ConfigFault {
  const { subject, fix } = whereSecretsAre(secrets !== undefined, data, undefined, 'cipher')
  return { subject, wrong: wrongText, fix: `${fix}. Where they are lost for good: gatehouse secrets accept` }
}

/** Returns the same fault for a stand-alone identity service. */
export function otherSecretsOf(configFile: string): ConfigFault {
  const { subject, fix } = whereSecretsAre(false, '', configFile, 'cipher')
  const last = `Where it is lost for good: gatehouse secrets accept --config ${configFile}`
  return { subject, wrong: wrongText, fix: `${fix}. ${last}` }
}

/** Returns a warning if no secret is left that signed before. */
export function otherSigning(
  { secrets }: Pick<Config, 'secrets'>,
  { folder }: { readonly folder: string },
  configFile: string | undefined,
): string {
  const { subject, fix } = whereSecretsAre(secrets !== undefined, folder, configFile, 'default')
  return `${subject} is not what signed for this database before: codes and links on their way, and sign-out links, do not count any more. No one is signed out. Fix: ${fix}, for a day`
}

const wrongText =
  'is not what this database was begun with: what is sealed in it, such as authenticator apps, messages on their way and the secret of event streams, does not open with it'

function whereSecretsAre(isSet: boolean, folder: string, configFile: string | undefined, key: 'cipher' | 'default') {
  if (configFile !== undefined) {
    const fix = 'name the secret from before there as well, behind a new one'
    return { subject: `secrets.${key} of ${configFile}`, fix }
  }
  if (isSet) {
    const fix = 'set it as for the other gateways; to replace it, the one from before comes behind the new one'
    return { subject: 'GATEHOUSE_SECRETS', fix }
  }
  const fix = 'put the secrets.json there that belongs to the database, or set GATEHOUSE_SECRETS where that was set'
  return { subject: join(folder, 'secrets.json'), fix }
}
