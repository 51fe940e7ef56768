/** The admin API of Ory Hydra, as far as the pages use it. */
export { createOAuth2Client, type OAuth2AdminClient, type OAuth2Answer } from '../oauth2-client.ts'
