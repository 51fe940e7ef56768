/** TABLE: the kinds of providers that forms offer. Text knows all of them. */
export const providerKinds = [
  { value: 'generic', label: 'OpenID Connect' },
  { value: 'google', label: 'Google' },
  { value: 'microsoft', label: 'Microsoft Entra ID' },
  { value: 'apple', label: 'Apple' },
  { value: 'github', label: 'GitHub' },
  { value: 'gitlab', label: 'GitLab' },
  { value: 'auth0', label: 'Auth0' },
  { value: 'salesforce', label: 'Salesforce' },
  { value: 'slack', label: 'Slack' },
  { value: 'linkedin_v2', label: 'LinkedIn' },
  { value: 'facebook', label: 'Facebook' },
  { value: 'discord', label: 'Discord' },
  { value: 'spotify', label: 'Spotify' },
  { value: 'netid', label: 'netID' },
] as const
