import type { Config } from '@gatehouse/config/config'
import type { SeededPerson } from './desk/seed.ts'

/** What a person at the terminal wants to know once everything runs. */
export function banner(config: Config, seeded: readonly SeededPerson[], hasDesk: boolean): string {
  const { identity } = config
  const rows: readonly (readonly [string, string])[] = [
    ['Pages', `${config.publicUrl.origin}/`],
    ...(hasDesk ? ([['Inbox', `${config.publicUrl.origin}/dev/inbox`]] as const) : []),
    identity.kind === 'embedded'
      ? ['Admin API', config.adminUrl.origin]
      : ['Identity service', identity.publicUrl.origin],
    ...(identity.kind === 'embedded' ? ([['Data', config.data]] as const) : []),
    ...seeded.map(({ email, password }) => ['Sign in as', `${email}  password ${password}`] as const),
  ]
  const lines = rows.map(([name, value]) => `  ${name.padEnd(17)} ${value}`)
  const mode = config.dev ? ' in development mode' : ''
  return [`${config.brandName} is ready${mode}.`, ...lines].join('\n')
}
