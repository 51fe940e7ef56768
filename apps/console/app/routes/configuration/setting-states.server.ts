import { switchValue } from '../../configuration/apply-switches.server.ts'
import { type ConfigTree, valueAt } from '../../configuration/config-tree.ts'
import type { Effective } from '../../configuration/effective.server.ts'
import { type Switch, switches } from '../../configuration/switches.ts'
import type { SettingState } from './setting-field.tsx'

const domain = 'selfservice.methods.webauthn.config.rp.id'
const mailServer = 'courier.smtp.connection_uri'

/** Returns the state of every setting of the form. */
export function settingStates(config: ConfigTree, effective: Effective, providers: number): readonly SettingState[] {
  const isThere = {
    mail_server: effective[mailServer] !== undefined || valueAt(config, mailServer) !== undefined,
    provider: providers > 0,
    // The address itself is not known here; if it is suitable, a domain for keys follows from it.
    secure_host: [effective[domain]?.value ?? valueAt(config, domain)].some(
      (one) => typeof one === 'string' && one !== '',
    ),
  }
  // Another product's control plane does not report what its installation has.
  const isKnown = Object.keys(effective).length > 0
  return switches.map((one: Switch) => ({
    path: one.path,
    value: switchValue(config, one, effective),
    origin: effective[one.path]?.origin,
    isSet: effective[one.path] !== undefined || valueAt(config, one.path) !== undefined,
    lacks: one.needs !== undefined && isKnown && !isThere[one.needs] ? one.needs : undefined,
  }))
}
