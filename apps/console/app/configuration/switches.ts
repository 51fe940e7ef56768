import type { IconName } from '@gatehouse/design/content'
import type { KeyPart } from '@gatehouse/i18n/translator'
import { icons } from '../page/icons.ts'

/** One of the settings that most operators change, with its path in the configuration. */
export interface Switch {
  /** Dotted path; also the name of its field, and of its texts: `switch.{path}`, `switch_about.{path}`. */
  readonly path: KeyPart<'console_projects', 'switch.'>
  readonly group: 'sign_up' | 'methods' | 'second' | 'lifespans' | 'mail'
  readonly kind: 'switch' | 'duration' | 'text' | 'secret'
  readonly icon: IconName
  /** The default if neither the configuration nor the control plane sets it: that of Ory Kratos. */
  readonly usual: boolean | string
  /** The prerequisite without which the setting has no effect. */
  readonly needs?: 'mail_server' | 'provider' | 'secure_host'
}

/** TABLE: the settings of the form, in their order. */
// prettier-ignore
export const switches = [
  { path: 'selfservice.flows.registration.enabled',                group: 'sign_up',   kind: 'switch',   icon: 'user',       usual: true  },
  { path: 'selfservice.flows.verification.enabled',                group: 'sign_up',   kind: 'switch',   icon: 'check',      usual: false, needs: 'mail_server' },
  { path: 'selfservice.flows.recovery.enabled',                    group: 'sign_up',   kind: 'switch',   icon: 'back',       usual: false, needs: 'mail_server' },
  { path: 'selfservice.methods.password.enabled',                  group: 'methods',   kind: 'switch',   icon: 'lock',       usual: true  },
  { path: 'selfservice.methods.code.passwordless_enabled',         group: 'methods',   kind: 'switch',   icon: 'mail',       usual: false, needs: 'mail_server' },
  { path: 'selfservice.methods.passkey.enabled',                   group: 'methods',   kind: 'switch',   icon: 'key',        usual: false, needs: 'secure_host' },
  { path: 'selfservice.methods.oidc.enabled',                      group: 'methods',   kind: 'switch',   icon: 'globe',      usual: false, needs: 'provider' },
  { path: 'selfservice.methods.totp.enabled',                      group: 'second',    kind: 'switch',   icon: 'phone',      usual: false },
  { path: 'selfservice.methods.webauthn.enabled',                  group: 'second',    kind: 'switch',   icon: 'shield',     usual: false, needs: 'secure_host' },
  { path: 'selfservice.methods.lookup_secret.enabled',             group: 'second',    kind: 'switch',   icon: 'codes',      usual: false },
  { path: 'selfservice.methods.passkey.config.both_steps',         group: 'second',    kind: 'switch',   icon: 'key',        usual: true  },
  { path: 'session.lifespan',                                      group: 'lifespans', kind: 'duration', icon: 'laptop',     usual: '24h' },
  { path: 'selfservice.flows.settings.privileged_session_max_age', group: 'lifespans', kind: 'duration', icon: 'lock',       usual: '1h'  },
  { path: 'selfservice.methods.code.config.lifespan',              group: 'lifespans', kind: 'duration', icon: 'code',       usual: '1h'  },
  { path: 'selfservice.methods.link.config.lifespan',              group: 'lifespans', kind: 'duration', icon: 'link',       usual: '1h'  },
  { path: 'courier.smtp.from_name',                                group: 'mail',      kind: 'text',     icon: 'user',       usual: ''    },
  { path: 'courier.smtp.from_address',                             group: 'mail',      kind: 'text',     icon: 'mail',       usual: ''    },
  { path: 'courier.smtp.connection_uri',                           group: 'mail',      kind: 'secret',   icon: icons.layers, usual: ''    },
] as const satisfies readonly Switch[]

/** The groups of settings in their order: each is a card of the one form. */
export const switchGroups = ['sign_up', 'methods', 'second', 'lifespans', 'mail'] as const
