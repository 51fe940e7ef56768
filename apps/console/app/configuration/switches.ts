import type { KeyPart } from '@gatehouse/i18n/translator'

/** One of the settings that most operators change, with where it stands in the configuration. */
export interface Switch {
  /** Dotted path; also the name of its field, and of its text: `switch.{path}`. */
  readonly path: KeyPart<'console_projects', 'switch.'>
  readonly group: 'sign_up' | 'methods' | 'lifespans' | 'mail'
  readonly kind: 'switch' | 'duration' | 'text' | 'secret'
  /** What counts where the configuration says nothing. Source: the identity service's own defaults. */
  readonly usual: boolean | string
}

/** TABLE: the settings of the forms, in their order. */
// prettier-ignore
export const switches = [
  { path: 'selfservice.flows.registration.enabled',             group: 'sign_up',   kind: 'switch',   usual: true  },
  { path: 'selfservice.flows.verification.enabled',             group: 'sign_up',   kind: 'switch',   usual: false },
  { path: 'selfservice.flows.recovery.enabled',                 group: 'sign_up',   kind: 'switch',   usual: false },
  { path: 'selfservice.methods.password.enabled',               group: 'methods',   kind: 'switch',   usual: true  },
  { path: 'selfservice.methods.code.passwordless_enabled',      group: 'methods',   kind: 'switch',   usual: false },
  { path: 'selfservice.methods.passkey.enabled',                group: 'methods',   kind: 'switch',   usual: false },
  { path: 'selfservice.methods.oidc.enabled',                   group: 'methods',   kind: 'switch',   usual: false },
  { path: 'selfservice.methods.totp.enabled',                   group: 'methods',   kind: 'switch',   usual: false },
  { path: 'selfservice.methods.webauthn.enabled',               group: 'methods',   kind: 'switch',   usual: false },
  { path: 'selfservice.methods.lookup_secret.enabled',          group: 'methods',   kind: 'switch',   usual: false },
  { path: 'session.lifespan',                                   group: 'lifespans', kind: 'duration', usual: '24h' },
  { path: 'selfservice.flows.settings.privileged_session_max_age', group: 'lifespans', kind: 'duration', usual: '1h' },
  { path: 'selfservice.methods.code.config.lifespan',           group: 'lifespans', kind: 'duration', usual: '1h'  },
  { path: 'selfservice.methods.link.config.lifespan',           group: 'lifespans', kind: 'duration', usual: '1h'  },
  { path: 'courier.smtp.from_name',                             group: 'mail',      kind: 'text',     usual: ''    },
  { path: 'courier.smtp.from_address',                          group: 'mail',      kind: 'text',     usual: ''    },
  { path: 'courier.smtp.connection_uri',                        group: 'mail',      kind: 'secret',   usual: ''    },
] as const satisfies readonly Switch[]

/** The groups of switches in their order: each is a form of its own. */
export const switchGroups = ['sign_up', 'methods', 'lifespans', 'mail'] as const
