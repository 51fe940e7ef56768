/** Journeys of one file or folder below e2e/, in front of a gateway with a real Ory Kratos 1.3.1 behind it. */
export type KratosJourneys =
  | {
      readonly path: string
      /** `always`: part of `npm test`. `asked`: with `npm run conformance -- journeys` alone, for it takes minutes. */
      readonly played: 'always' | 'asked'
      /** Tests of it that Kratos cannot pass, by their titles. */
      readonly except?: readonly { readonly title: string; readonly reason: string }[]
    }
  | { readonly path: string; readonly played: 'never'; readonly reason: string }

/** TABLE: every journey of e2e/, and whether Ory Kratos 1.3.1 can do it. A test fails where a file has no row. */
// oxfmt-ignore
export const kratosJourneys: readonly KratosJourneys[] = [
  { path: 'journeys/account.spec.ts',                played: 'always' },
  { path: 'journeys/sessions.spec.ts',               played: 'always' },
  { path: 'journeys/settings.spec.ts',               played: 'always' },
  { path: 'kratos/new-address.spec.ts',              played: 'always' },
  { path: 'kratos/beyond-the-wire.spec.ts',          played: 'always' },
  { path: 'kratos/people-in-console.spec.ts',        played: 'always' },
  { path: 'kratos/links.spec.ts',                    played: 'asked' },
  { path: 'kratos/passkey.spec.ts',                  played: 'asked' },
  { path: 'unhappy/refused-sign-in.spec.ts',         played: 'asked' },
  { path: 'journeys/two-step-registration.spec.ts',  played: 'asked' },
  { path: 'journeys/identifier-first-login.spec.ts', played: 'asked' },
  { path: 'second-factor/second-factor.spec.ts',     played: 'asked' },
  { path: 'unhappy/refused-sign-up.spec.ts',         played: 'asked' },
  { path: 'unhappy/codes.spec.ts',                   played: 'asked' },
  { path: 'unhappy/mistyped-address.spec.ts',        played: 'asked' },
  { path: 'unhappy/back-reload-twice.spec.ts',       played: 'asked' },
  { path: 'unhappy/two-tabs.spec.ts',                played: 'asked' },
  { path: 'unhappy/expired-flow.spec.ts',            played: 'asked' },
  { path: 'unhappy/wrong-addresses.spec.ts',         played: 'asked' },
  { path: 'unhappy/forms-of-others.spec.ts',         played: 'asked' },
  { path: 'one-hop.spec.ts',                         played: 'asked' },
  { path: 'example/',       played: 'never', reason: 'about another application, which starts the embedded service' },
  { path: 'gallery/',       played: 'never', reason: 'about the pages alone: drawn from fixtures' },
  { path: 'islands/',       played: 'never', reason: 'about script beside the form: no answer of the engine decides it' },
  { path: 'second-factor/remembered-device.spec.ts', played: 'never', reason: 'Ory Kratos asks for the second factor at every sign-in' },
  { path: 'own-account/',   played: 'never', reason: 'Ory Kratos keeps no history and lets nobody delete an account of their own' },
  { path: 'unhappy/closed-doors.spec.ts',     played: 'never', reason: 'switches flows off in a configuration of its own' },
  { path: 'unhappy/desk.spec.ts',             played: 'never', reason: 'the desk belongs to the embedded service' },
  { path: 'unhappy/other-person.spec.ts',     played: 'never', reason: 'set up with the desk, which reads the embedded service’s mails' },
  { path: 'unhappy/refused-requests.spec.ts', played: 'never', reason: 'about the gateway alone: the requests never reach the engine' },
  { path: 'unhappy/service-down.spec.ts',     played: 'never', reason: 'stops and starts `gatehouse identity serve`' },
  { path: 'unhappy/slow-network.spec.ts',     played: 'never', reason: 'about the pages alone: no answer of the engine decides it' },
  { path: 'unhappy/too-many.spec.ts',         played: 'never', reason: 'Ory Kratos 1.3.1 limits no attempts' },
  { path: 'unhappy/wrong-clock.spec.ts',      played: 'never', reason: 'about the pages alone: no answer of the engine decides it' },
  { path: 'brand/',         played: 'never', reason: 'about the pages alone: no answer of the engine decides it' },
  { path: 'language/',      played: 'never', reason: 'about the pages alone: no answer of the engine decides it' },
  { path: 'accessibility/', played: 'never', reason: 'about the pages alone; its states are set up with the desk, which reads the embedded service’s mails' },
  { path: 'dev-mode/',      played: 'never', reason: 'about the sources of the pages' },
  { path: 'network-mode/',  played: 'never', reason: 'stops and starts `gatehouse identity serve`' },
  { path: 'passkey/',       played: 'never', reason: 'about the built-in configuration; kratos/passkey.spec.ts plays passkeys, conformance security keys too' },
  { path: 'oidc/',          played: 'never', reason: 'its provider names a configuration of its own; conformance plays providers' },
  { path: 'fedcm/',         played: 'never', reason: 'Ory Kratos 1.3.1 has no account chooser of the browser (FedCM)' },
  { path: 'organization/',  played: 'never', reason: 'Ory Kratos 1.3.1 has no organizations' },
  { path: 'oauth2/',        played: 'never', reason: 'its sign-in runs on the embedded service; conformance plays login challenges' },
  { path: 'elements/',      played: 'never', reason: 'about another page before the embedded service' },
  { path: 'console/',       played: 'never', reason: 'its installations are of the embedded service; kratos/people-in-console.spec.ts is about the others' },
]

/** The row of a file of e2e/; undefined where it has none. */
export function kratosRow(path: string): KratosJourneys | undefined {
  return kratosJourneys.find((row) => (row.path.endsWith('/') ? path.startsWith(row.path) : path === row.path))
}
