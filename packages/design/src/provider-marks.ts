/**
 * TABLE: providers with a mark in `provider-marks.svg`, by the names of simple-icons. Its test draws that file. Google
 * and Microsoft require marks of several colours, which simple-icons does not have.
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
