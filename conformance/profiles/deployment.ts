/**
 * The folder, ports and services of an engine while the suite runs. `database` is a data source name as Kratos writes
 * it.
 */
export interface Deployment {
  readonly folder: string
  readonly publicPort: number
  readonly adminPort: number
  readonly database: string
  readonly smtp: string
  /** Issuer of the provider that people sign in with, if the profile has one. */
  readonly issuer?: string
  /** The admin API of the OAuth2 server, if the profile has one. */
  readonly oauth2?: string
  /** The service that web hooks call, if the profile has one. */
  readonly hooks?: string
  /** Keys that tokens are signed with, as a document. */
  readonly tokenKeys?: string
}
