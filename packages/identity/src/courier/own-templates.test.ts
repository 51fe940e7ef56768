import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { describe, expect, onTestFinished, test } from 'vitest'

import { ConfigError } from '../load-configuration.ts'
import { kratosFolder } from './kratos-folder.fixture.ts'
import { plainMessageBrand } from './brand.ts'
import { base64, openWithTemplates, writeFolder } from './own-templates.fixture.ts'

const ada = 'ada@example.org'

/** Returns the configuration of the verification mail's templates, by part. */
const verification = (parts: { readonly subject?: string; readonly plaintext?: string; readonly html?: string }) => ({
  templates: {
    verification_code: {
      valid: {
        email: {
          ...(parts.subject !== undefined && { subject: base64(parts.subject) }),
          body: {
            ...(parts.plaintext !== undefined && { plaintext: base64(parts.plaintext) }),
            ...(parts.html !== undefined && { html: base64(parts.html) }),
          },
        },
      },
    },
  },
})

/** Every construct of Go's templates that operators use, one for each line, with its output. */
const constructs: readonly (readonly [template: string, says: string | RegExp])[] = [
  ['{{ .To }}', 'ada@example.org'],
  ['{{ .VerificationCode }}', /^\d{6}$/],
  ['{{ .VerificationURL }}', /^http:\/\/\S+code=\d{6}/],
  ['{{ .Identity.id }}', /^[\da-f-]{36}$/],
  ['{{ .Identity.traits.name.first }} {{ .Identity.traits.name.last | upper }}', 'Ada LOVELACE'],
  ['{{ if .Identity.traits.locale }}{{ .Identity.traits.locale }}{{ else }}none{{ end }}', 'none'],
  ['{{ if and (eq .ExpiresInMinutes 60) (not .TransientPayload.no) }}an hour{{ end }}', 'an hour'],
  ['{{ if eq .Identity.traits.name.first "Bob" }}a{{ else if gt (len .Identity.traits.teams) 1 }}b{{ end }}', 'b'],
  [
    '{{ range $i, $team := .Identity.traits.teams }}{{ if $i }}, {{ end }}{{ $i }}:{{ $team }}{{ end }}',
    '0:red, 1:blue',
  ],
  ['{{ range .Identity.traits.nothing }}x{{ else }}no team{{ end }}', 'no team'],
  ['{{ with .TransientPayload.brand }}from {{ . }}{{ end }}', 'from blue'],
  ['{{ $name := .Identity.traits.name }}{{ printf "%s-%d" $name.first .ExpiresInMinutes }}', 'Ada-60'],
  ['{{/* a comment */}}after a comment', 'after a comment'],
  ['a {{- " trimmed " -}} b', 'a trimmed b'],
  ['{{ define "greeting" }}Hello {{ . }}{{ end }}{{ template "greeting" .Identity.traits.name.first }}', 'Hello Ada'],
  ['{{ block "closing" . }}Yours, {{ .TransientPayload.brand }}{{ end }}', 'Yours, blue'],
  ['{{ .RequestURL }}', /^http:\/\/id\.example\.test\/self-service\/registration\/api\?return_to=/],
  ['@{{ .RequestURLDomain }} #{{ .VerificationCode }}', /^@id\.example\.test #\d{6}$/],
  ['{{ .Identity.traits.missing | default "nobody" | title | quote }}', '"Nobody"'],
  ['{{ list "a" "b" | join "+" }} {{ dict "k" "v" | toJson }} {{ trunc 3 "abcdef" }}', 'a+b {"k":"v"} abc'],
  ['{{ regexReplaceAll "[0-9]" "a1b2" "" }} {{ add 1 2 3 }} {{ semver "1.2.3" | toString }}', 'ab 6 1.2.3'],
  ['{{ "ada@example.org" | sha256sum | trunc 8 }} {{ b64enc "ä" }}', 'cfe00dde w6Q='],
  [
    '{{ index .Identity.traits.teams 1 }} {{ substr 1 2 "abc" }} {{ html "<b>" }} {{ urlquery "a b" }}',
    'blue b &lt;b&gt; a+b',
  ],
  ['<no escaping & "quotes">', '<no escaping & "quotes">'],
]

const traits = { name: { first: 'Ada', last: 'Lovelace' }, teams: ['red', 'blue'] }

describe('templates of the operator', () => {
  test('have the output of Go @templates-1', async () => {
    const plaintext = constructs.map(([template]) => template).join('\n')
    const { signUp, harness } = await openWithTemplates(verification({ plaintext }))
    const mail = await signUp(ada, { traits, transient: { brand: 'blue' } })
    expect([...harness.configurationWarnings, ...harness.warnings]).toEqual([])
    const lines = mail?.text.split('\n') ?? []
    for (const [index, [template, says]] of constructs.entries()) {
      const line = lines[index] ?? ''
      const isSo = typeof says === 'string' ? line === says : says.test(line)
      expect([template, line, isSo]).toEqual([template, line, true])
    }
    // An operator's text without HTML is not combined with the built-in HTML.
    expect(mail?.html).toBe('')
  })

  test('escape values by their position in HTML, and only in HTML @templates-2', async () => {
    const hostile = `<script>alert("1")</script>' onload=x`
    const name = '{{ .Identity.traits.name.first }}'
    const { signUp } = await openWithTemplates(
      verification({
        plaintext: name,
        html: `<p title="${name}" data-a=${name}>${name}</p><a href="${name}">a</a><a href="/x?q=${name}">b</a>
          <a href="{{ .VerificationURL }}">c</a><style>p { color: ${name} }</style><script>var a = ${name}</script>`,
      }),
    )
    const mail = await signUp(ada, { traits: { name: { first: hostile } } })
    expect(mail?.text.trim()).toBe(hostile)
    expect(mail?.html).not.toContain('<script>alert')
    expect(mail?.html).toContain(
      '<p title="&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;&#39; onload=x"' +
        ' data-a=&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;&#39;&#32;onload&#61;x>' +
        '&lt;script&gt;alert(&#34;1&#34;)&lt;/script&gt;&#39; onload=x</p>',
    )
    expect(mail?.html).toContain('<a href="/x?q=%3cscript%3ealert%28%221%22%29%3c%2fscript%3e%27%20onload%3dx">b</a>')
    expect(mail?.html).toMatch(/<a href="http:\/\/[^"]+code=\d{6}/)
    expect(mail?.html).toContain('color: ZgotmplZ')
    const link = await signUp('bob@example.org', { traits: { name: { first: 'javascript:alert(1)' } } })
    expect(link?.html).toContain('<a href="#ZgotmplZ">a</a>')
  })

  test('begin no header by a line break in a subject @templates-3', async () => {
    const { signUp } = await openWithTemplates(
      verification({ subject: 'For {{ .Identity.traits.name.first }}\r\nX-Second: 1\n\n{{ .VerificationCode }}\n' }),
    )
    const mail = await signUp(ada, { traits: { name: { first: 'A\r\nBcc: eve@example.org\r\n\r\n<b>' } } })
    expect(mail?.subject).toMatch(/^For A Bcc: eve@example\.org <b> X-Second: 1 \d{6}$/)
    expect(mail?.to).toEqual([ada])
    expect(Object.keys(mail?.headers ?? {})).not.toEqual(expect.arrayContaining(['bcc']))
    expect(Object.keys(mail?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-second']))
    // The other parts stay built-in.
    expect(mail?.text).toMatch(/\b\d{6}\b/)
    expect(mail?.html).toContain('<html')
  })

  test('of a folder name each other, one for each language @templates-4', async () => {
    const folder = writeFolder({
      'verification_code/valid/email.subject.gotmpl':
        '{{ if eq .Identity.traits.locale "de" }}{{ template "email.subject.de.gotmpl" . }}{{ else }}Code{{ end }}',
      'verification_code/valid/email.subject.de.gotmpl': 'Ihr Code {{ .VerificationCode }}',
      'verification_code/valid/email.body.gotmpl': `{{ define "frame" }}<main lang="{{ .Identity.traits.locale }}">{{ end -}}
        {{ template "frame" . }}{{ template "email.body.parts.gotmpl" . }}</main>`,
      'verification_code/valid/email.body.parts.gotmpl':
        '{{ define "code" }}<b>{{ . }}</b>{{ end }}{{ template "code" .VerificationCode }}',
      'verification_code/valid/email.body.plaintext.gotmpl': 'Code {{ .VerificationCode }} & more',
      'verification_code/valid/unused.txt': '{{ broken',
    })
    const { signUp } = await openWithTemplates({ template_override_path: folder })
    const german = await signUp(ada, { traits: { locale: 'de' } })
    expect(german?.subject).toMatch(/^Ihr Code \d{6}$/)
    expect(german?.text.trim()).toMatch(/^Code \d{6} & more$/)
    expect(german?.html).toMatch(/^<main lang="de"><b>\d{6}<\/b><\/main>/)
    const english = await signUp('bob@example.org', { traits: { locale: 'en' } })
    expect(english?.subject).toBe('Code')
  })

  test('come from files, base64 and other servers @templates-5', async () => {
    const file = `${writeFolder({ 'html.gotmpl': '<i>{{ .RecoveryCode }}</i>' })}/html.gotmpl`
    const server = createServer(
      (_, answer) => void answer.end('{{ with .Identity }}{{ .traits.email }}{{ end }} {{ .RecoveryCode }}'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const plaintext = `http://127.0.0.1:${(server.address() as AddressInfo).port}/text`
    const email = { subject: base64('{{ .RecoveryCode }}'), body: { plaintext, html: `file://${file}` } }
    const { harness, recover } = await openWithTemplates({ templates: { recovery_code: { valid: { email } } } })
    await harness.account(ada)
    const mail = await recover(ada)
    expect(await readFile(file, 'utf8')).toContain('RecoveryCode')
    expect(mail?.text.trim()).toBe(`ada@example.org ${mail?.subject}`)
    expect(mail?.html.trim()).toBe(`<i>${mail?.subject}</i>`)
  })
})

test('a folder with the files of Ory Kratos is played whole @templates-11', async () => {
  const { harness, mailbox, recover } = await openWithTemplates(
    { template_override_path: writeFolder(kratosFolder()) },
    { settings: { selfservice: { flows: { recovery: { notify_unknown_recipients: true } } } } },
  )
  const kinds = Object.keys(kratosFolder()).filter((name) => name.endsWith('email.body.gotmpl'))
  for (const kind of kinds.map((name) => name.replace('/email.body.gotmpl', ''))) {
    const [template, to] = [kind.replace('/', '_'), `${kind.replace('/', '-')}@example.org`]
    await harness.mails.send({ template, language: 'en', look: plainMessageBrand }, to)
    await harness.idle()
    const mail = mailbox.all(to)[0]
    expect([mail?.subject, mail?.html.startsWith(kind), mail?.text.startsWith(kind)]).toEqual([
      `${kind} of ${to}`,
      true,
      true,
    ])
    expect(mail?.html).toContain(`to ${to} at http://id.example.test/`)
  }
  await harness.account(ada)
  const valid = await recover(ada, 'code', { brand: 'blue' })
  expect(valid?.text).toMatch(
    /RecoveryCode=\d{6}\nIdentity\.id=[\da-f-]{36}\nfor 60 minutes\nto ada@example\.org at http:\S+ blue/,
  )
  expect((await recover('nobody@example.org'))?.subject).toBe('recovery_code/invalid of nobody@example.org')
  expect([...harness.configurationWarnings, ...harness.warnings]).toEqual([])
})

describe('a template that does not compile', () => {
  test.each([
    ['a name of a function', 'a\nb {{ nope .To }}', 'line 2: function "nope" not defined'],
    ['no end', '{{ if .To }}', 'line 1: unexpected EOF'],
    ['half a construct', '{{ if }', 'line 1: unexpected "}" in if'],
    ['a template that is not there', 'a\n{{ template "other" . }}', 'line 2: no such template "other"'],
    ['the environment', '{{ env "HOME" }}', 'function "env" not defined'],
    ['the environment in a text', '{{ expandenv "$HOME" }}', 'function "expandenv" not defined'],
    ['the network', '{{ getHostByName "example.org" }}', 'function "getHostByName" not defined'],
    ['a key', '{{ genPrivateKey "rsa" }}', 'function "genPrivateKey" not defined'],
    [
      'values that stand nowhere',
      '<a href="{{ if .To }}x"{{ end }}>',
      'line 1: {{if}} branches end in different contexts',
    ],
  ])('has %s: the start says where and why @templates-6', async (_, html, reason) => {
    const failure = await openWithTemplates(verification({ html })).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ConfigError)
    expect(String(failure)).toContain('courier.templates.verification_code.valid html: email.body.gotmpl, ')
    expect(String(failure)).toContain(reason)
    expect(String(failure)).not.toContain('state')
  })

  test('in a folder is named with it @templates-13', async () => {
    const folder = writeFolder({
      'login_code/valid/email.body.gotmpl': '{{ template "email.body.de.gotmpl" . }}',
      'login_code/valid/email.body.de.gotmpl': 'a\n\n{{ end }}',
    })
    const failure = await openWithTemplates({ template_override_path: folder }).catch((error: unknown) => error)
    expect(String(failure)).toContain(`(${folder}/login_code/valid): email.body.de.gotmpl, line 3: unexpected {{end}}`)
  })

  test.each([
    [
      'never ends',
      { 'login_code/valid/sms.body.gotmpl': '{{ range until 2000000000 }}{{ end }}' },
      'too long, or too much memory',
    ],
    ['is too large', { 'login_code/valid/sms.body.gotmpl': 'x'.repeat(70_000) }, 'has more than 65536 characters'],
    [
      'has too much beside it',
      Object.fromEntries(
        Array.from({ length: 51 }, (_, n) => [`login_code/valid/sms.body${n === 0 ? '' : n}.gotmpl`, '']),
      ),
      'has more than 50 files sms.body*',
    ],
  ])(
    'since it %s is refused, and the next one is compiled @templates-7',
    { timeout: 30_000 },
    async (_, files, reason) => {
      const failure = await openWithTemplates({ template_override_path: writeFolder(files) }).catch(
        (error: unknown) => error,
      )
      expect(failure).toBeInstanceOf(ConfigError)
      expect(String(failure)).toContain(reason)
      const { signUp } = await openWithTemplates(verification({ subject: 'Fine' }))
      expect((await signUp(ada))?.subject).toBe('Fine')
    },
  )
})

describe('a template that fails when a mail is sent', () => {
  test.each([
    ['for want of an item', '{{ index .Identity.traits.teams 1 }}', 'error calling index'],
    ['because it says so', '{{ if .Identity.traits.name }}{{ fail "no" }}{{ end }}', 'error calling fail: no'],
    [
      'as it runs in circles',
      '{{ define "a" }}{{ template "a" . }}{{ end }}{{ if .Identity.traits.name }}{{ template "a" . }}{{ end }}',
      'exceeded maximum template depth',
    ],
    [
      'as it never ends',
      '{{ if .Identity.traits.name }}{{ range until 2000000000 }}{{ end }}{{ end }}',
      'too long, or too much memory',
    ],
    ['as it is too long', '{{ if .Identity.traits.name }}{{ repeat 2000000 "x" }}{{ end }}', 'the text is too long'],
  ])(
    '%s: the built-in text brings the code, and the operator learns why @templates-8',
    { timeout: 30_000 },
    async (_, plaintext, reason) => {
      const { signUp, harness } = await openWithTemplates(verification({ subject: 'Own', plaintext }))
      const mail = await signUp(ada, { traits: { name: { first: 'Ada' } } })
      expect(mail?.subject).not.toBe('Own')
      expect(mail?.text).toMatch(/\b\d{6}\b/)
      expect(harness.warnings).toEqual([expect.stringContaining(reason)])
      expect(harness.warnings[0]).toContain('The built-in text was sent in the place of the own one.')
      const [{ id }] = (await harness.admin('GET', '/courier/messages')).body
      const { body } = await harness.admin('GET', `/courier/messages/${id}`)
      expect(body).toMatchObject({
        status: 'sent',
        dispatches: [{ status: 'success', error: { message: expect.stringContaining(reason) } }],
      })
      expect((await harness.admin('GET', '/courier/messages')).body[0]).not.toHaveProperty('last_error')
    },
  )

  test('always, as its name is wrong, is warned of at start @templates-9', async () => {
    const { signUp, harness } = await openWithTemplates(verification({ plaintext: 'a\n{{ .LoginCode }}' }))
    expect(harness.configurationWarnings).toEqual([
      expect.stringMatching(
        /^courier\.templates\.verification_code\.valid body: email\.body\.plaintext\.gotmpl, line 2: .*\.LoginCode is no value of this text; there are \.To, \.VerificationCode, .*The built-in text is sent/,
      ),
    ])
    expect((await signUp(ada))?.text).toMatch(/\b\d{6}\b/)
  })
})

test('the inbox of development mode and a preview show the operator’s templates @templates-10', async () => {
  const { signUp, harness } = await openWithTemplates(verification({ subject: 'Own {{ .VerificationCode }}' }), {
    carries: false,
  })
  await signUp(ada)
  const [message] = (await harness.admin('GET', '/courier/messages')).body
  expect(message).toMatchObject({ status: 'sent', send_count: 1, subject: expect.stringMatching(/^Own \d{6}$/) })
  const look = { language: 'en', look: plainMessageBrand }
  expect(await harness.mails.write({ template: 'verification_code_valid', ...look })).toMatchObject({
    subject: 'Own 123456',
    html: expect.stringContaining('<html'),
  })
})
