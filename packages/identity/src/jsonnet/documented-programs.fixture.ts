/** A program of Ory Kratos' documentation, with its input and its expected result. */
export interface DocumentedProgram {
  readonly name: string
  readonly program: string
  readonly external?: Readonly<Record<string, unknown>>
  readonly given?: Readonly<Record<string, unknown>>
  readonly result: unknown
}

const ada = { sub: '10', email: 'ada@example.org', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' }
const person = {
  id: '5d0a',
  traits: { email: 'ada@example.org', name: { first: 'Ada' } },
  metadata_public: { plan: 2 },
}

/** TABLE: the usual programs of `mapper_url`, `claims_mapper_url` and `body`, one row for each idiom. */
export const documentedPrograms: readonly DocumentedProgram[] = [
  {
    name: 'an address that the provider may not have verified',
    program: `local claims = { email_verified: false } + std.extVar('claims');
      { identity: { traits: { [if 'email' in claims && claims.email_verified then 'email' else null]: claims.email } } }`,
    external: { claims: { sub: '10', email: 'ada@example.org' } },
    result: { identity: { traits: {} } },
  },
  {
    name: 'an address that has to be verified, or the sign-in fails',
    program: `local claims = std.extVar('claims');
      if claims.email_verified == false then error 'the address is not verified'
      else { identity: { traits: { email: claims.email, name: { first: claims.given_name, last: claims.family_name } } } }`,
    external: { claims: ada },
    result: { identity: { traits: { email: 'ada@example.org', name: { first: 'Ada', last: 'Lovelace' } } } },
  },
  {
    name: 'a hosted domain, with what the provider itself has under other names',
    program: `local claims = std.extVar('claims');
      assert claims.hd == 'example.org' : 'people of another domain';
      { identity: { traits: { email: claims.email, picture: std.get(claims.raw_claims, 'picture', null) },
                    metadata_public: { domain: claims.hd, groups: std.sort(claims.raw_claims.groups) } } }`,
    external: { claims: { ...ada, hd: 'example.org', raw_claims: { groups: ['b', 'a'], picture: 'https://x/1.png' } } },
    result: {
      identity: {
        traits: { email: 'ada@example.org', picture: 'https://x/1.png' },
        metadata_public: { domain: 'example.org', groups: ['a', 'b'] },
      },
    },
  },
  {
    name: 'a user name where there is no address',
    program: `local claims = std.extVar('claims');
      { identity: { traits: {
        username: if std.length(std.get(claims, 'nickname', '')) > 0 then claims.nickname else 'user-' + claims.sub,
        [if 'email' in claims then 'email']: claims.email } } }`,
    external: { claims: { sub: '10' } },
    result: { identity: { traits: { username: 'user-10' } } },
  },
  {
    name: 'a name in one piece, parted',
    program: `local parts = std.split(std.extVar('claims').name, ' ');
      { identity: { traits: { name: { first: parts[0], last: std.join(' ', parts[1:]) } } } }`,
    external: { claims: { name: 'Ada King Lovelace' } },
    result: { identity: { traits: { name: { first: 'Ada', last: 'King Lovelace' } } } },
  },
  {
    name: 'addresses that count as verified, and metadata that stays as it was',
    program: `local claims = std.extVar('claims'); local identity = std.extVar('identity');
      { identity: {
          traits: identity.traits + { email: std.asciiLower(claims.email) },
          metadata_public: identity.metadata_public,
          metadata_admin: { seen: std.objectFields(claims) },
          verified_addresses: std.prune([if claims.email_verified then { via: 'email', value: std.asciiLower(claims.email) }]) } }`,
    external: { claims: { email: 'Ada@Example.org', email_verified: true }, identity: person },
    result: {
      identity: {
        traits: { email: 'ada@example.org', name: { first: 'Ada' } },
        metadata_public: { plan: 2 },
        metadata_admin: { seen: ['email', 'email_verified'] },
        verified_addresses: [{ via: 'email', value: 'ada@example.org' }],
      },
    },
  },
  {
    name: 'claims of a token that a session becomes',
    program: `local claims = std.extVar('claims'); local session = std.extVar('session');
      { claims: { iss: claims.iss + '/token', role: if session.authenticator_assurance_level == 'aal2' then 'admin' else 'user',
                  schema: session.identity.schema_id, email: session.identity.traits.email } }`,
    external: {
      claims: { iss: 'https://auth.example.org', sub: '5d0a' },
      session: { authenticator_assurance_level: 'aal2', identity: { ...person, schema_id: 'default' } },
    },
    result: {
      claims: { iss: 'https://auth.example.org/token', role: 'admin', schema: 'default', email: 'ada@example.org' },
    },
  },
  {
    name: 'a web hook that tells of a person',
    program: `function(ctx) {
      userId: ctx.identity.id, [if 'email' in ctx.identity.traits then 'email']: ctx.identity.traits.email,
      flow: ctx.flow.id, agent: std.get(ctx.request_headers, 'User-Agent', ['none'])[0] }`,
    given: { ctx: { identity: person, flow: { id: 'f1' }, request_headers: { 'User-Agent': ['Firefox'] } } },
    result: { userId: '5d0a', email: 'ada@example.org', flow: 'f1', agent: 'Firefox' },
  },
  {
    name: 'a web hook with what the application sent along',
    program: `function(ctx) std.mergePatch({ id: ctx.identity.id, consent: true }, ctx.flow.transient_payload)`,
    given: { ctx: { identity: person, flow: { transient_payload: { consent: null, campaign: 'spring' } } } },
    result: { id: '5d0a', campaign: 'spring' },
  },
  {
    name: 'a message by a service with a list of recipients',
    program: `function(ctx) {
      personalizations: [{ to: [{ email: ctx.recipient }], subject: ctx.subject }],
      content: [{ type: 'text/html', value: std.get(ctx, 'html_body', ctx.body) }],
      custom: { code: std.parseInt(ctx.template_data.recovery_code), kind: std.strReplace(ctx.template_type, '_', '-') } }`,
    given: {
      ctx: {
        recipient: 'ada@example.org',
        subject: 'Your code',
        body: 'Your code is 012345 — “Gatehouse”',
        template_type: 'recovery_code_valid',
        template_data: { recovery_code: '012345' },
      },
    },
    result: {
      personalizations: [{ to: [{ email: 'ada@example.org' }], subject: 'Your code' }],
      content: [{ type: 'text/html', value: 'Your code is 012345 — “Gatehouse”' }],
      custom: { code: 12_345, kind: 'recovery-code-valid' },
    },
  },
  {
    name: 'a text message as a form',
    program: `function(ctx) { To: ctx.recipient, Body: std.format('%s (%d)', [ctx.body, std.length(ctx.body)]) }`,
    given: { ctx: { recipient: '+49151000000', body: 'Code: 1' } },
    result: { To: '+49151000000', Body: 'Code: 1 (7)' },
  },
  {
    name: 'helpers, digests, comprehensions and text beyond ASCII',
    program: `// import is only a word here
      local unique = function(list) std.set(list);
      { hash: std.md5('ada@example.org'), base64: std.base64('ä'), groups: unique([std.asciiUpper(g) for g in ['b', 'a', 'b']]),
        import_ok: std.startsWith('import "x"', 'import'), half: 1 / 2, large: 9007199254740991, text: 'ä€😀', nested: { a:: 1, b: self.a } }`,
    result: {
      hash: '5bfcf2d8e394674550332640d72db509',
      base64: 'w6Q=',
      groups: ['A', 'B'],
      import_ok: true,
      half: 0.5,
      large: 9_007_199_254_740_991,
      text: 'ä€😀',
      nested: { b: 1 },
    },
  },
]
