/** One lasting difference for operators who come from Ory Kratos. */
interface Lasting {
  readonly what: string
  readonly kratos: string
  readonly here: string
}

/** Lasting differences for those who move here; differences of single answers are listed below. */
const lasting: readonly Lasting[] = [
  {
    what: 'A TOTP code that was used',
    kratos: 'is accepted again while it is valid',
    here: 'is refused: a code works once',
  },
  {
    what: 'A new password on the built-in list of the most used ones',
    kratos: 'is refused by the leak service alone, not with `haveibeenpwned_enabled: false`',
    here: 'is always refused (4000034), except from administrators and imports',
  },
  {
    what: 'Too many sign-ins, codes or messages',
    kratos: 'are not limited',
    here: 'get 429 `too_many_attempts` with `Retry-After` and `details.retry_after` (seconds)',
  },
  {
    what: '`request_url` of a flow',
    kratos: 'is the requested address',
    here: 'has `serve.public.base_url`',
  },
  {
    what: 'An address that is proved for the first time',
    kratos: 'leaves the account as it was',
    here: 'removes earlier credentials and sessions, as a stranger may have created it',
  },
  {
    what: '`pattern` in an identity schema',
    kratos: 'is an expression of Go',
    here: 'is RE2; other expressions are refused when the schema is read',
  },
  {
    what: 'An unknown address, with `account_enumeration.mitigate`',
    kratos: 'is answered differently where codes are a way in (4000035)',
    here: 'is answered as a known one',
  },
  {
    what: 'A sign-up, with `account_enumeration.mitigate` and verification enabled',
    kratos: 'says that an address is taken (4000007), and answers with a session where the hook `session` runs',
    here: 'does neither: the verification (`show_verification_ui`) creates the account. In the browser or app that signed up it opens the session (cookie; `continue_with` with `set_ory_session_token`); in another browser the account has no password. The owner of a taken address gets the mail `registration_attempted`. A taken sign-in name without messages is still reported',
  },
  {
    what: 'A new address in the settings, with `account_enumeration.mitigate` or the hook `verify_new_address` after `profile`, and verification enabled',
    kratos: 'counts at once; a taken one is refused (4000007)',
    here: 'waits for its proof, for a day; the old one stays and gets the mail `address_change_requested`. The answer is always 1050001 with `show_verification_ui`; the owner of a taken address gets the mail `address_attempted`. The proof needs a session of the account: an app sends its `X-Session-Token` with the code. The group `profile` has the text `waiting_address_…` and the buttons `resend_address` and `discard_address`. An unverified address of a renewing provider waits too',
  },
  {
    what: 'New addresses in two fields at once, with the hook `verify_new_address` after `profile`',
    kratos: 'are refused since July 2026 (4050002)',
    here: 'are accepted: each waits for its own proof',
  },
  {
    what: 'An unreadable entry of `PATCH /admin/identities`: `create` is null or missing, or has an unknown key, a value of another type, or a hash of an unknown kind',
    kratos:
      'is `null` in the answer without `create`; else the batch is refused with 400 (`error.code` 500 where the JSON has another shape); an entry `null` breaks the connection',
    here: 'has `action: error` with 400 and the fault; the others are created. An entry `null`, an unknown key beside `create`, and a `patch_id` that is no UUID refuse the batch with 400',
  },
  {
    what: 'An answer of a security key or passkey that does not prove it',
    kratos: 'is 4000008, since July 2026 4000043',
    here: 'is 4000043',
  },
  {
    what: 'The context of a `web_hook` after a recovery',
    kratos: 'has `identity` and no `session` (1.3.1)',
    here: 'has `session` too, as after a sign-in',
  },
  {
    what: 'Recovery with a choice of addresses, and mitigation',
    kratos: 'offers the addresses of a known account',
    here: 'sends the code to the typed address, without a choice',
  },
  {
    what: 'Links from mails',
    kratos: 'are used up by every fetch',
    here: 'are used up by a navigation alone, not by previews and scripts',
  },
  {
    what: 'A change by the session cookie alone: `DELETE /sessions`, `DELETE /sessions/{id}`, calls beyond the wire',
    kratos: 'is answered: only the cookie’s `SameSite` protects it',
    here: 'needs an allowed `Origin` or `Sec-Fetch-Site`, else 403 `security_csrf_violation` ([rule](own-account.md))',
  },
  {
    what: 'A browser in which another person confirms a sign-in or recovers an account',
    kratos: 'gets another cookie; the earlier session lives on',
    here: 'gets another cookie, and the earlier session ends',
  },
  {
    what: 'A relative `file://`',
    kratos: 'counts from the working directory',
    here: 'the same, else from the folder of the configuration, with a warning',
  },
  {
    what: 'A `ui_url` at the gateway’s own origin with another path than that of its page',
    kratos: 'is a page of another application',
    here: 'is refused at start; write `/login`, `/registration`, `/recovery`, `/verification`, `/settings`, `/error`',
  },
  {
    what: 'A code or link to recover the account, created by the admin API, where the listener asks for a key',
    kratos: 'takes no reason',
    here: 'needs the header `x-audit-reason`, else 400',
  },
  {
    what: 'A faulty value of the configuration (`cookies.domain` with a scheme, port, path or wildcard; a `path` of cookies without a slash; an `allowed_return_urls` entry that is no address; a CORS origin with a path, or without a scheme; an empty `client_id`; a relying party with a port; a `default_schema_id` that is no id)',
    kratos: 'is read, and fails in use',
    here: 'is left out, or disables its feature, with a warning at start',
  },
  {
    what: 'A faulty value of your own `kratos.yml`: `serve.public.base_url` that is no address; a relying party that is a URL or an IP address, or origins with a path, without TLS or of another domain; a provider without `issuer_url`, with an id of before, or with a colon or slash in its id; a `ui_url` without a slash',
    kratos: 'is read, and fails in use',
    here: 'is corrected, used, or left out, with a warning at start. The console refuses it',
  },
  {
    what: 'A `token_url` with http:// under an issuer with https://',
    kratos: 'is used',
    here: 'the same, with a warning at start: codes and secrets travel unencrypted. The console refuses it',
  },
  {
    what: 'A cost of bcrypt from 17 to 31, or argon2 with more than 1 GB or more than 4 GB times iterations',
    kratos: 'is used',
    here: 'is read as 16, 1 GB and the remaining iterations, with a warning at start. The console refuses it, and imported hashes beyond it are refused',
  },
  {
    what: 'A missing file of `file://`: mapper, body of a hook, text of a mail, key set',
    kratos: 'fails in use; that of an identity schema stops the start',
    here: 'the same, with a warning at start; it is read as soon as it exists',
  },
  {
    what: 'A JSON Patch of `/recovery_addresses`',
    kratos: 'is answered 200 and lost: they follow from the traits',
    here: 'is refused',
  },
  {
    what: 'HEAD of an address that GET answers',
    kratos: 'is answered 405, except for `/sessions/whoami`',
    here: 'is answered as GET, without body; a link is not used up',
  },
  {
    what: 'OPTIONS without CORS',
    kratos: 'is answered 200 with `Allow`, which has OPTIONS as well',
    here: 'is answered 204 with `Allow`',
  },
  {
    what: '`POST` to `/self-service/…/api` without a cookie or token of forgery',
    kratos: 'is answered 405',
    here: 'is answered 403 `security_csrf_violation`',
  },
  {
    what: '`Accept: application/json; charset=utf-8`',
    kratos: 'is read as a browser’s, which is redirected (303)',
    here: 'asks for JSON',
  },
  {
    what: 'A slash at the end of an address',
    kratos: 'is redirected (301) to the address without',
    here: 'the same for GET and HEAD; the location is relative',
  },
  {
    what: 'A phone number in the form of a verification',
    kratos:
      'is no email address (4000040); since July 2026 it gets a code (1080004, 1080005), and any other text the answer of an unknown address',
    here: 'gets a code where a trait has `verification.via: sms`, else 4000040; the form refuses anything else (4000040, 4000041). Unknown numbers are answered alike, without message',
  },
  {
    what: 'A rule of an identity schema about several fields: `minProperties`, `maxProperties`, `not`, `oneOf` where several match, `dependencies`',
    kratos: 'adds a text field `traits` to the form, in the validator’s words',
    here: 'is a message of the form (4000001), `dependencies` one of the missing field (4000002)',
  },
  {
    what: 'A sign-up by JSON that lacks a required group of fields',
    kratos: 'says so at the group, for which there is no field',
    here: 'says so at the required fields, as with a form',
  },
  {
    what: 'Unknown keys of the configuration',
    kratos: 'stop the start, except under a few keys',
    here: 'stop the start, with the most similar key; under those few they are warnings. [Keys of a newer Ory Kratos](#the-contract-of-july-2026) are followed, or left out with a warning',
  },
]

/** Returns the list for people who move here. */
export function migrationPart(): readonly string[] {
  const rows = lasting.map(({ what, kratos, here }) => `| ${what} | ${kratos} | ${here} |`)
  return [
    '## For those who come from Ory Kratos',
    'These differences stay:',
    ['| | Ory Kratos | here |', '| --- | --- | --- |', ...rows].join('\n'),
  ]
}

/** Returns the section on the versions that were tested, and the command to test another one. */
export function playedPart(): readonly string[] {
  return [
    '## What was played against which version',
    [
      '| | played against |',
      '| --- | --- |',
      '| every scenario | the embedded service with `npm test`; `gatehouse identity serve` and Ory Kratos 1.3.1, the newest published module, with `npm run test:all` |',
      '| recordings of Ory Kratos 26.2 | the embedded service, with `npm test` |',
      '| contract of Ory Kratos’ source of July 2026, after 26.2 (message ids, configuration keys, hooks, groups of nodes, `continue_with`) | the embedded service and the pages, with `npm test` |',
      '| any other Ory Kratos | `npm run conformance -- --kratos PATH` |',
    ].join('\n'),
    'Versions 1.3 have differences of their own; every other version is compared with 26.2. `--version` names it where the program does not know (`master`).',
    '`npm run conformance -- --public URL --admin URL --profile main --mail-port 1025` plays against a running service. ' +
      '`npm run conformance -- write FOLDER main 4433 4434 1025` writes the `kratos.yml` that it needs ' +
      '(profile, ports of the service, port of 127.0.0.1 for mails) with its schemas. Scenarios leave accounts behind: use an empty database. ' +
      'The profiles `providers`, `provider-kinds`, `hooks`, `messages` and `oauth2` need `--kratos`.',
  ]
}
