/** The step at which a dry run failed, with a short code and a message for operators. */
export interface TestLoginFault {
  readonly step: 'authorization' | 'token_exchange' | 'claims' | 'jsonnet' | 'schema_validate'
  readonly reason: string
  readonly message?: string
}

/** The result of a dry run of a sign-in through a provider, in the wire's names. It never contains a token. */
export interface TestLoginReport {
  readonly id_token_claims?: Readonly<Record<string, unknown>>
  readonly userinfo?: Readonly<Record<string, unknown>>
  readonly jsonnet_mapper_url?: string
  readonly jsonnet_input?: Readonly<Record<string, unknown>>
  readonly jsonnet_output?: unknown
  /** The mapper's error output. */
  readonly jsonnet_stderr?: string
  /** `path` is a JSON pointer. */
  readonly schema_validation_errors?: readonly { readonly path: string; readonly message: string }[]
  readonly error?: TestLoginFault
}

/** A dry run of a sign-in through a provider: it opens no session. */
export interface TestLogin {
  readonly providerId: string
  /** The anti-CSRF token until it is run; absent: it was run, and is bound to the browser that ran it. */
  readonly token?: string
  readonly report?: TestLoginReport
}
