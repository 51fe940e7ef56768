/** The configurations that scenarios run under; each is a file of this folder over `base.yml`. */
export const profileIds = [
  'main',
  'unified',
  'transitions',
  'short',
  'short-plain',
  'privileged',
  'off',
  'legacy',
  'rich',
  'links',
  'factors',
  'code-factor',
  'keys',
  'providers',
  'provider-kinds',
  'hooks',
  'messages',
  'transfer',
  'oauth2',
] as const

export type ProfileId = (typeof profileIds)[number]
