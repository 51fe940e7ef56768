import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { engineConfig } from '../engines/engine-config.ts'

/** Memory of a password's hash: cheap, so that a sign-in measures more than argon2id. */
export const hashMemoryKiB = 1_024
/** How long a session lasts, in hours; unused for a day, it ends before. */
export const sessionHours = 72
/** How many days events are kept: fewer than a soak has. */
export const eventsKeptDays = 7

/** Returns the kratos.yml of the soak: passwords, codes, authenticator apps, and mails about all of it. */
export function soakConfig(deployment: {
  readonly dsn: string
  readonly publicUrl: string
  readonly adminUrl: string
  readonly mailServer: string
}) {
  const base = engineConfig(deployment)
  const page = (path: string) => ({ ui_url: `${deployment.publicUrl}${path}` })
  const alone = { hooks: [{ hook: 'revoke_active_sessions' }] }
  return {
    ...base,
    identity: identityPart(
      'account',
      schemaOf({
        email: emailTrait('Email', { totp: { account_name: true } }),
        name: { type: 'string', title: 'Name' },
      }),
    ),
    selfservice: {
      ...base.selfservice,
      methods: {
        ...base.selfservice.methods,
        code: { enabled: true },
        profile: { enabled: true },
        totp: { enabled: true, config: { issuer: 'Soak' } },
      },
      flows: {
        ...base.selfservice.flows,
        registration: { ...page('/registration'), after: { password: { hooks: [{ hook: 'session' }] } } },
        recovery: { ...page('/recovery'), enabled: true, use: 'code', after: alone },
        verification: { ...page('/verification'), enabled: true, use: 'code' },
        settings: { ...page('/settings'), privileged_session_max_age: '15m', after: { password: alone } },
      },
    },
    session: { lifespan: `${sessionHours}h` },
    feature_flags: { use_continue_with_transitions: true },
    hashers: { ...base.hashers, argon2: { ...base.hashers.argon2, memory: `${hashMemoryKiB}KB` } },
    courier: { smtp: { connection_uri: deployment.mailServer, from_address: 'no-reply@example.org' } },
  }
}
