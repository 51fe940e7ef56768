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
    kratos: 'is refused by the service of known leaks alone, so not with `haveibeenpwned_enabled: false`',
    here: 'is refused in every case (4000034). Accounts that an administrator creates, and imports, keep theirs',
  },
  {
    what: 'Too many sign-ins, codes or messages',
    kratos: 'are not limited',
    here: 'are answered 429 `too_many_attempts` with `Retry-After` and `details.retry_after`, in seconds',
  },
  {
    what: '`request_url` of a flow',
    kratos: 'is the address that the request came to',
    here: 'is made from `serve.public.base_url`, whatever the request claims',
  },
  {
    what: 'An address that is proved for the first time',
    kratos: 'leaves the account as it was',
    here: 'removes credentials and sessions of before the proof: a stranger may have created the account',
  },
  {
    what: '`pattern` in an identity schema',
    kratos: 'is an expression of Go',
    here: 'is RE2, nearly the same; an unsupported expression is refused with the reason when the schema is read',
  },
  {
    what: 'An unknown address, with `account_enumeration.mitigate`',
    kratos: 'is answered differently where codes are a way in (4000035)',
    here: 'is answered as a known one in every flow, by method, message, cookie and length',
  },
  {
    what: 'A sign-up, with `account_enumeration.mitigate` and verification enabled',
    kratos: 'says that an address is taken (4000007), and answers with a session where the hook `session` runs',
    here: 'says neither: it leads to the verification (`show_verification_ui`), and the proof of its addresses creates the account. In the browser or app that signed up the proof opens the session (cookie; `continue_with` with `set_ory_session_token`); in another browser the account has no password. The owner of a taken address gets the mail `registration_attempted` instead of a code. A sign-in name that receives no messages is still reported as taken',
  },
  {
    what: 'A new address in the settings, with `account_enumeration.mitigate` or the hook `verify_new_address` after `profile`, and verification enabled',
    kratos: 'counts at once; a taken one is refused (4000007)',
    here: 'waits until it is proved, for a day; the one before stays in force and gets the mail `address_change_requested`. The answer is always 1050001 with `show_verification_ui`; the owner of a taken address gets the mail `address_attempted` instead of a code. The proof needs a session of the account: an app sends its `X-Session-Token` with the code. The group `profile` of the settings has the address as a text (`waiting_address_…`), and the buttons `resend_address` and `discard_address`. An unverified address of a provider that renews the account waits as well',
  },
  {
    what: 'New addresses in two fields at once, with the hook `verify_new_address` after `profile`',
    kratos: 'are refused since July 2026 (4050002)',
    here: 'are accepted: each waits for its own proof',
  },
  {
    what: 'An unreadable entry of `PATCH /admin/identities`: `create` is null or missing, or has an unknown key, a value of another type, or a hash of an unknown kind',
    kratos:
      'is `null` in the answer where `create` is null or missing; otherwise the whole batch is refused with 400, of which `error.code` says 500 where it is no JSON of that shape; an entry that is `null` breaks the connection',
    here: 'has `action: error` with 400 and the fault, and the others are created. An entry that is `null`, an unknown key beside `create`, and a `patch_id` that is no UUID refuse the whole batch with 400, as there',
  },
  {
    what: 'An answer of a security key or passkey that does not prove it',
    kratos: 'counts as a wrong code of an authenticator app (4000008), since July 2026 as 4000043',
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
    what: 'A call that changes something by the session cookie alone: `DELETE /sessions`, `DELETE /sessions/{id}`, and the calls beyond the wire',
    kratos: 'is answered wherever it comes from: only the cookie’s `SameSite` protects it',
    here: 'needs an `Origin` of the service, of a `ui_url`, or one that `serve.public.cors` allows with credentials; without `Origin`, a `Sec-Fetch-Site` of `same-origin` or `none`; else 403 `security_csrf_violation`. A call with neither header, and every call with `X-Session-Token`, is answered',
  },
  {
    what: 'A browser in which another person confirms a sign-in or recovers an account',
    kratos: 'gets another cookie; the earlier session lives on',
    here: 'gets another cookie, and the earlier session ends',
  },
  {
    what: 'A relative `file://`',
    kratos: 'counts from the working directory',
    here: 'counts from the working directory, else from the folder of the configuration, with a warning',
  },
  {
    what: 'A `ui_url` at the gateway’s own origin with another path than that of its page',
    kratos: 'is a page of another application',
    here: 'is refused at start, with the path to write; in front of a real Ory Kratos write these: `/login`, `/registration`, `/recovery`, `/verification`, `/settings`, `/error`',
  },
  {
    what: 'A code or link to recover the account, created by the admin API, where the listener asks for a key',
    kratos: 'takes no reason',
    here: 'needs one for the audit log, in the header `x-audit-reason`, else 400. A listener without a key asks for none',
  },
  {
    what: 'A faulty value of the configuration (`cookies.domain` with a scheme, port, path or wildcard; a `path` of cookies without a slash; an `allowed_return_urls` entry that is no address; a CORS origin with a path, or without a scheme; an empty `client_id`; a relying party with a port; a `default_schema_id` that is no id)',
    kratos: 'is read, and fails in use',
    here: 'is left out, or disables its feature, with a warning at start that says what to write',
  },
  {
    what: 'A faulty value of your own `kratos.yml`: `serve.public.base_url` that is no address; a relying party that is a URL or an IP address, or origins with a path, without TLS or of another domain; a provider without `issuer_url`, with an id of before, or with a colon or slash in its id; a `ui_url` without a slash',
    kratos: 'is read, and fails in use',
    here: 'is corrected, counts as it stands, or is left out; a warning at start says which, and what to write. The console refuses it at its field',
  },
  {
    what: 'A `token_url` with http:// under an issuer with https://',
    kratos: 'is used',
    here: 'is used in your own `kratos.yml`, with a warning at start: codes and secrets travel unencrypted. The console refuses it',
  },
  {
    what: 'A cost of bcrypt from 17 to 31, or argon2 with more than 1 GB or more than 4 GB times iterations',
    kratos: 'is used: a sign-in at 17 takes several seconds of a core',
    here: 'is read as 16, 1 GB and the remaining iterations, with a warning at start: each sign-in takes that from the cores and memory of all. The console refuses it, and imported hashes beyond it are refused',
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
    here: 'is answered as GET is, without a body (RFC 9110, 9.3.2); a link is not used up',
  },
  {
    what: 'OPTIONS without CORS',
    kratos: 'is answered 200 with `Allow`, which has OPTIONS as well',
    here: 'is answered 204 with `Allow`',
  },
  {
    what: '`POST` to `/self-service/…/api` without a cookie or token of forgery',
    kratos: 'is answered 405',
    here: 'is answered 403 `security_csrf_violation`, as at the addresses for browsers',
  },
  {
    what: '`Accept: application/json; charset=utf-8`',
    kratos: 'is read as a browser’s, which is redirected (303)',
    here: 'asks for JSON',
  },
  {
    what: 'A slash at the end of an address',
    kratos: 'is redirected (301) to the address without',
    here: 'the same, for GET and HEAD; the location is relative',
  },
  {
    what: 'A phone number in the form of a verification',
    kratos:
      'is no email address (4000040); since July 2026 it gets a code by text message (1080004, 1080005), and any other text is answered like an unknown address',
    here: 'gets a code by text message where a trait of a schema has `verification.via: sms`; the form refuses anything else (4000040, 4000041). An unknown number is answered alike, and gets no message. Without such a trait it is 4000040',
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
    here: 'stop the start, with the most similar key; under those keys they are warnings. A key of a newer Ory Kratos is followed, or left out with a warning (“The contract of July 2026”)',
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
      '| every scenario | the embedded service, `gatehouse identity serve`, and Ory Kratos 1.3.1, the newest published module, with every `npm test` |',
      '| recordings of Ory Kratos 26.2 | the embedded service, with every `npm test` |',
      '| contract of Ory Kratos’ source of July 2026, after 26.2 (message ids, configuration keys, hooks, groups of nodes, `continue_with`) | the embedded service and the pages, with every `npm test` |',
      '| any other Ory Kratos | `npm run conformance -- --kratos PATH` |',
    ].join('\n'),
    'Differences declared for 1.3 hold for versions that begin with 1.3; every other version is compared with 26.2. ' +
      '`--version` names it where the program does not know (one that was built from its module says `master`).',
    '`npm run conformance -- --public URL --admin URL --profile main --mail-port 1025` plays against a running service. ' +
      '`npm run conformance -- write FOLDER main 4433 4434 1025` writes the `kratos.yml` that it needs ' +
      '(profile, ports of the service, port of 127.0.0.1 for mails) with its schemas. Scenarios leave accounts behind: use an empty database. The profiles ' +
      '`providers`, `provider-kinds`, `hooks`, `messages` and `oauth2` need more services, and are played with `--kratos` alone.',
  ]
}
