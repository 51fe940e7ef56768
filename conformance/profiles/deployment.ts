/** Where an engine lives while the suite runs. `database` is a data source name as Kratos writes it. */
export interface Deployment {
  readonly folder: string
  readonly publicPort: number
  readonly adminPort: number
  readonly database: string
  readonly smtp: string
  /** Issuer of the provider that people sign in with, where the profile has one. */
  readonly issuer?: string
  /** The admin API of the OAuth2 server, where the profile has one. */
  readonly oauth2?: string
  /** The service that web hooks call, where the profile has one. */
  readonly hooks?: string
  /** Keys that tokens are signed with, as a document. */
  readonly tokenKeys?: string
}
