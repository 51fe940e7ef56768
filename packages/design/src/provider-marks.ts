/**
 * TABLE: providers whose mark lies in `provider-marks.svg`, as simple-icons names it. Its test draws that file.
 * Google and Microsoft want marks of several colours, which simple-icons has none of.
 */
export const providerMarks = [
  'apple',
  'auth0',
  'bitbucket',
  'discord',
  'facebook',
  'github',
  'gitlab',
  'keycloak',
  'line',
  'okta',
  'ory',
  'patreon',
  'spotify',
  'twitch',
  'vk',
  'x',
] as const
