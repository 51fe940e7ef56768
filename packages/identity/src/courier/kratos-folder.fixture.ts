/** Values of a kind of message, as `courier/template/email` and `…/sms` of Ory Kratos name them. */
const kinds = {
  'login_code/valid': ['LoginCode', 'Identity.id'],
  'recovery/invalid': [],
  'recovery/valid': ['RecoveryURL', 'Identity.id'],
  'recovery_code/invalid': [],
  'recovery_code/valid': ['RecoveryCode', 'Identity.id'],
  'registration_code/valid': ['RegistrationCode', 'Traits.email'],
  'verification/invalid': [],
  'verification/valid': ['VerificationURL', 'Identity.id'],
  'verification_code/invalid': [],
  'verification_code/valid': ['VerificationCode', 'VerificationURL', 'Identity.id'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The kinds with a file for text messages in Kratos. */
const bySms: readonly string[] = [
  'login_code/valid',
  'recovery_code/valid',
  'registration_code/valid',
  'verification_code/valid',
]

/**
 * Creates a folder with every file of Ory Kratos' own, in the same form: values and links in HTML and in text, and a
 * code bound to its host in text messages. Each text begins with its kind.
 */
export function kratosFolder(): Readonly<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const [kind, names] of Object.entries(kinds)) {
    const lines = names.map((name) =>
      name.endsWith('URL') ? `<a href="{{ .${name} }}">{{ .${name} }}</a>` : `${name}={{ .${name} }}`,
    )
    const valid = kind.endsWith('/valid')
      ? ['{{ if .ExpiresInMinutes }}for {{ .ExpiresInMinutes }} minutes{{ end }}']
      : []
    const common = [
      'to {{ .To }}{{/* who asked */}} at {{ .RequestURL }} {{- if .TransientPayload.brand }} {{ .TransientPayload.brand }}{{ end }}',
    ]
    const text = [kind, ...lines, ...valid, ...common].join('\n')
    files[`${kind}/email.subject.gotmpl`] = `${kind} of {{ .To }}\n`
    files[`${kind}/email.body.gotmpl`] = text
    files[`${kind}/email.body.plaintext.gotmpl`] = text.replaceAll(/<[^>]*>/g, '')
    const [code] = names
    if (bySms.includes(kind))
      files[`${kind}/sms.body.gotmpl`] = `${kind}: {{ .${code} }}\n\n@{{ .RequestURLDomain }} #{{ .${code} }}\n`
  }
  return files
}
