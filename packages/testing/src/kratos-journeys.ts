/** Journeys of one file or folder below e2e/, in front of a gateway with a real Ory Kratos 1.3.1 behind it. */
export type KratosJourneys =
  | {
      readonly path: string
      /** `always`: part of `npm test`. `asked`: with `npm run conformance -- journeys` alone, for it takes minutes. */
      readonly played: 'always' | 'asked'
      /** Of a row that is `asked`: tests that `npm test` runs nevertheless, by their ids, with script. */
      readonly always?: readonly string[]
      /** Tests of it that Kratos cannot pass, by their ids. */
      readonly except?: readonly { readonly id: string; readonly reason: string }[]
    }
  | { readonly path: string; readonly played: 'never'; readonly reason: string }

/** TABLE: every journey of e2e/, and whether Ory Kratos 1.3.1 can do it. A test fails if a file has no row. */
// oxfmt-ignore
export const kratosJourneys: readonly KratosJourneys[] = [
  { path: 'journeys/account.spec.ts',                played: 'always' },
  { path: 'journeys/sessions.spec.ts',               played: 'always' },
  { path: 'journeys/settings.spec.ts',               played: 'always' },
  { path: 'kratos/new-address.spec.ts',              played: 'always' },
  { path: 'kratos/beyond-the-wire.spec.ts',          played: 'always' },
  { path: 'kratos/documented.spec.ts',               played: 'always' },
  { path: 'kratos/people-in-console.spec.ts',        played: 'always' },
  { path: 'oidc/provider.spec.ts',                   played: 'asked', always: ['provider-1'] },
  { path: 'oidc/pop-up.spec.ts',                     played: 'asked' },
  { path: 'oauth2/sign-in.spec.ts',                  played: 'asked', always: ['sign-in-1'] },
  { path: 'oauth2/sign-out.spec.ts',                 played: 'asked' },
  { path: 'oauth2/detours.spec.ts',                  played: 'asked' },
  { path: 'oauth2/pop-up.spec.ts',                   played: 'asked' },
  { path: 'passkey/passkey.spec.ts',                 played: 'asked', always: ['passkey-1'],
    except: [
      { id: 'passkey-4', reason: 'Ory Kratos 1.3.1 does not tell the device which passkeys the account has' },
      { id: 'both-steps-4', reason: 'a passkey is the first step alone in Ory Kratos' },
    ] },
  { path: 'passkey/security-key.spec.ts',            played: 'asked', always: ['security-key-1'] },
  { path: 'passkey/key-alone.spec.ts',               played: 'asked' },
  { path: 'passkey/service-script.spec.ts',          played: 'asked' },
  { path: 'second-factor/second-factor.spec.ts',     played: 'asked', always: ['second-factor-1'] },
  { path: 'own-account/data.spec.ts',                played: 'asked',
    except: [{ id: 'own-data-1', reason: 'the clock that is moved belongs to the embedded service' }] },
  { path: 'journeys/confirm-first.spec.ts',          played: 'asked' },
  { path: 'journeys/many-sessions.spec.ts',          played: 'asked' },
  { path: 'journeys/two-step-registration.spec.ts',  played: 'asked' },
  { path: 'journeys/identifier-first-login.spec.ts', played: 'asked' },
  { path: 'journeys/refresh.spec.ts',                played: 'asked' },
  { path: 'journeys/fetched-ahead.spec.ts',          played: 'never', reason: 'about the pages alone' },
  { path: 'journeys/links.spec.ts',                  played: 'asked',
    except: [
      { id: 'links-6', reason: 'Ory Kratos uses a link up at every fetch' },
      { id: 'links-7', reason: 'the clock that is moved belongs to the embedded service' },
    ] },
  { path: 'text-messages/sign-in.spec.ts',           played: 'asked',
    except: [{ id: 'sign-in-7', reason: 'Ory Kratos 1.3.1 answers 500 where the code of a sign-up goes to a phone' }] },
  { path: 'second-factor/last-code.spec.ts',         played: 'never', reason: 'Ory Kratos 1.3.1 does not tell how many recovery codes are left' },
  { path: 'text-messages/recovery.spec.ts',       played: 'never', reason: 'Ory Kratos 1.3.1 sends recovery codes by mail alone' },
  { path: 'text-messages/second-factor.spec.ts',  played: 'never', reason: 'Ory Kratos 1.3.1 asks which address gets the code of the second factor' },
  { path: 'unhappy/discreet.spec.ts',                played: 'asked' },
  { path: 'unhappy/discreet-address.spec.ts',        played: 'never', reason: 'Ory Kratos says that an address is taken' },
  { path: 'unhappy/discreet-sign-up.spec.ts',        played: 'never', reason: 'Ory Kratos says that an address is taken' },
  { path: 'unhappy/not-available.spec.ts',           played: 'asked' },
  { path: 'unhappy/other-person.spec.ts',            played: 'asked' },
  { path: 'unhappy/refused-sign-in.spec.ts',         played: 'asked' },
  { path: 'unhappy/refused-sign-up.spec.ts',         played: 'asked' },
  { path: 'unhappy/codes.spec.ts',                   played: 'asked' },
  { path: 'unhappy/mistyped-address.spec.ts',        played: 'asked' },
  { path: 'unhappy/back-reload-twice.spec.ts',       played: 'asked' },
  { path: 'unhappy/two-saves.spec.ts',                played: 'never', reason: 'Ory Kratos changes an address before it is proved' },
  { path: 'unhappy/typed-early.spec.ts',              played: 'asked' },
  { path: 'unhappy/two-tabs.spec.ts',                played: 'asked' },
  { path: 'unhappy/expired-flow.spec.ts',            played: 'asked' },
  { path: 'unhappy/wrong-addresses.spec.ts',         played: 'asked' },
  { path: 'unhappy/forms-of-others.spec.ts',         played: 'asked' },
  { path: 'unhappy/slow-network.spec.ts',            played: 'asked' },
  { path: 'one-hop.spec.ts',                         played: 'asked' },
  { path: 'return-to/table.spec.ts',                 played: 'asked' },
  { path: 'return-to/scripted.spec.ts',              played: 'asked' },
  { path: 'oauth2/circle.spec.ts',            played: 'never', reason: 'about the gateway alone' },
  { path: 'sibling-hosts/', played: 'never', reason: 'about the gateway alone' },
  { path: 'example/',       played: 'never', reason: 'about the embedded service' },
  { path: 'gallery/',       played: 'never', reason: 'about the pages alone' },
  { path: 'docs-site/',     played: 'never', reason: 'about the documentation' },
  { path: 'islands/',       played: 'never', reason: 'about the pages alone' },
  { path: 'second-factor/remembered-device.spec.ts', played: 'never', reason: 'Ory Kratos asks for the second factor at every sign-in' },
  { path: 'own-account/history.spec.ts',      played: 'never', reason: 'Ory Kratos keeps no history' },
  { path: 'unhappy/devtools.spec.ts',             played: 'never', reason: 'about the embedded service' },
  { path: 'unhappy/refused-requests.spec.ts', played: 'never', reason: 'about the gateway alone' },
  { path: 'unhappy/service-down.spec.ts',     played: 'never', reason: 'about the embedded service' },
  { path: 'unhappy/full-disk.spec.ts',        played: 'never', reason: 'about the embedded service' },
  { path: 'unhappy/too-many.spec.ts',         played: 'never', reason: 'Ory Kratos 1.3.1 limits no attempts' },
  { path: 'unhappy/wrong-clock.spec.ts',      played: 'never', reason: 'about the pages alone' },
  { path: 'brand/',         played: 'never', reason: 'about the pages alone' },
  { path: 'layout/',        played: 'never', reason: 'about the pages alone' },
  { path: 'language/',      played: 'never', reason: 'about the pages alone' },
  { path: 'accessibility/', played: 'never', reason: 'about the pages alone' },
  { path: 'dev-mode/',      played: 'never', reason: 'about the pages alone' },
  { path: 'network-mode/',  played: 'never', reason: 'about the embedded service' },
  { path: 'fedcm/',         played: 'never', reason: 'Ory Kratos 1.3.1 has no account chooser of the browser (FedCM)' },
  { path: 'organization/',  played: 'never', reason: 'Ory Kratos 1.3.1 has no organizations' },
  { path: 'oauth2/device.spec.ts',            played: 'never', reason: 'about the pages alone' },
  { path: 'oauth2/every-state.spec.ts',       played: 'never', reason: 'about the pages alone' },
  { path: 'oauth2/right-to-left.spec.ts',     played: 'never', reason: 'about the pages alone' },
  { path: 'browsers/',      played: 'never', reason: 'Chromium alone plays them in front of Ory Kratos' },
  { path: 'elements/',      played: 'never', reason: 'about the embedded service' },
  { path: 'console/',       played: 'never', reason: 'about the embedded service; kratos/people-in-console is about Ory Kratos' },
]

/** Returns the row of a file of e2e/; undefined if it has none. */
export function kratosRow(path: string): KratosJourneys | undefined {
  return kratosJourneys.find((row) => (row.path.endsWith('/') ? path.startsWith(row.path) : path === row.path))
}
