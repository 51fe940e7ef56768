import { escapeHtml } from './escape-html.ts'
import type { OutgoingMessage } from './message.ts'

/** A message put into words. */
export interface RenderedMessage {
  readonly subject: string
  /** Plain text; a code stands alone on its line. */
  readonly body: string
  /** The same for mail programs that show HTML; empty for text messages. */
  readonly html: string
}

type Data = OutgoingMessage['data']

interface Template {
  /** `{code}` stands for the code, so that nobody has to open the message to read it. */
  readonly subject: string
  readonly intro: string
  /** What stands below the code or link. */
  readonly outro: string
}

const ignore = 'If you did not ask for this, you can ignore this message: nothing changes.'
const secret = 'Never give this code to anybody. We will not ask you for it.'
const tryAnother =
  'Perhaps the account has a different address. If you did not ask for this, you can ignore this message.'

const notYou =
  'If this was you, there is nothing to do. If it was not, recover your account now and choose a new password.'

const templates: Readonly<Record<OutgoingMessage['template'], Template>> = {
  recovery_valid: {
    subject: 'Get back into your account',
    intro: 'Open this link to get back into your account:',
    outro: `Never give this link to anybody: it opens your account. ${ignore}`,
  },
  recovery_invalid: {
    subject: 'Somebody tried to get into an account',
    intro: 'Somebody asked for a recovery link for this address, but no account of ours uses it.',
    outro: tryAnother,
  },
  verification_valid: {
    subject: 'Please confirm your address',
    intro: 'Open this link to confirm that this address is yours:',
    outro: ignore,
  },
  verification_invalid: {
    subject: 'Somebody tried to confirm this address',
    intro: 'Somebody asked to confirm this address, but no account of ours uses it.',
    outro: tryAnother,
  },
  recovery_code_valid: {
    subject: '{code} is your code to get back into your account',
    intro: 'Enter this code to get back into your account:',
    outro: `${secret} ${ignore}`,
  },
  recovery_code_invalid: {
    subject: 'Somebody tried to get into an account',
    intro: 'Somebody asked for a recovery code for this address, but no account of ours uses it.',
    outro: tryAnother,
  },
  verification_code_valid: {
    subject: '{code} is your code to confirm this address',
    intro: 'Enter this code to confirm that this address is yours:',
    outro: ignore,
  },
  verification_code_invalid: {
    subject: 'Somebody tried to confirm this address',
    intro: 'Somebody asked to confirm this address, but no account of ours uses it.',
    outro: tryAnother,
  },
  login_code_valid: {
    subject: '{code} is your sign-in code',
    intro: 'Enter this code to sign in:',
    outro: `${secret} ${ignore}`,
  },
  registration_code_valid: {
    subject: '{code} is your code to finish signing up',
    intro: 'Enter this code to finish creating your account:',
    outro: ignore,
  },
  account_recovered: {
    subject: 'Somebody got back into your account',
    intro: 'Your account was opened by a recovery.',
    outro: notYou,
  },
  address_changed: {
    subject: 'The address of your account was changed',
    intro: 'Your account no longer uses this address. Messages about it go to its new address from now on.',
    outro: notYou,
  },
  earlier_access_removed: {
    subject: 'Your address is confirmed, and earlier access was removed',
    intro:
      'Somebody proved to receive messages at this address without being signed in to the account. Passwords, passkeys, linked accounts, second factors and sessions from before do not work any more: whoever set them up may have been somebody else.',
    outro: 'If that was you, recover your account to choose a new password.',
  },
  passkey_added: {
    subject: 'A passkey was added to your account',
    intro: 'A passkey or security key was added to your account.',
    outro: notYou,
  },
  passkey_removed: {
    subject: 'A passkey was removed from your account',
    intro: 'A passkey or security key was removed from your account.',
    outro: notYou,
  },
  password_changed: {
    subject: 'Your password was changed',
    intro: 'The password of your account was changed.',
    outro: notYou,
  },
  provider_linked: {
    subject: 'Another account was linked to yours',
    intro: 'An account at another provider was linked to your account. Whoever has it can sign in to yours.',
    outro: notYou,
  },
  provider_unlinked: {
    subject: 'A linked account was removed from yours',
    intro: 'An account at another provider was unlinked from your account. It does not sign in to yours any more.',
    outro: notYou,
  },
  second_factor_added: {
    subject: 'A second factor was added to your account',
    intro: 'An authenticator app or backup codes were set up for your account.',
    outro: notYou,
  },
  second_factor_removed: {
    subject: 'A second factor was removed from your account',
    intro: 'An authenticator app or backup codes were removed from your account.',
    outro: notYou,
  },
  operator_invitation: {
    subject: 'You are invited to the console',
    intro: 'You are invited to work in the console of this service. Open this link and sign in with this address:',
    outro: 'If you do not know what this is about, you can ignore this message: nothing changes.',
  },
}

/** Puts an outgoing message into words. */
export function renderMessage(message: OutgoingMessage): RenderedMessage {
  const template = withEnded(templates[message.template], message.data)
  const code = message.data.code === undefined ? undefined : String(message.data.code)
  const subject = template.subject.replace('{code}', code ?? '')
  if (message.type === 'phone') {
    const body = [template.intro, code ?? linkOf(message.data)].filter(Boolean).join('\n\n')
    return { subject, body, html: '' }
  }
  const link = linkOf(message.data)
  const paragraphs = [
    template.intro,
    code,
    link === undefined ? undefined : code === undefined ? link : `Or open this link:\n${link}`,
    validity(message.data),
    template.outro,
  ]
  return {
    subject,
    body: `${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n`,
    html: htmlOf({ ...template, subject }, code, link, validity(message.data)),
  }
}

function withEnded(template: Template, { endedSessions }: Data): Template {
  return endedSessions === undefined
    ? template
    : { ...template, intro: `${template.intro} All other sessions have ended.` }
}

function validity({ minutes }: Data): string | undefined {
  if (typeof minutes !== 'number' || minutes <= 0) return undefined
  const rounded = Math.round(minutes)
  const days = rounded / 1440
  if (days >= 2 && Number.isInteger(days)) return `It is valid for ${days} days.`
  const span = rounded >= 120 && rounded % 60 === 0 ? `${rounded / 60} hours` : `${rounded} minutes`
  return `It is valid for ${rounded === 1 ? 'one minute' : span}.`
}

/** Only web addresses become links. */
function linkOf({ link }: Data): string | undefined {
  return typeof link === 'string' && /^https?:\/\//.test(link) ? link : undefined
}

function htmlOf(
  template: Template,
  code: string | undefined,
  link: string | undefined,
  valid: string | undefined,
): string {
  const codeBlock = `<p style="margin:24px 0;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(code ?? '')}</p>`
  const button = `<p style="margin:24px 0"><a href="${escapeHtml(link ?? '')}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f4fd8;color:#ffffff;text-decoration:none">${code === undefined ? 'Open' : 'Confirm'}</a></p>`
  const small = (text: string) => `<p style="margin:12px 0 0;color:#555f6d;font-size:14px">${escapeHtml(text)}</p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(template.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;color:#14181f;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(template.subject)}</h1>
<p style="margin:0">${escapeHtml(template.intro)}</p>
${[code === undefined ? '' : codeBlock, link === undefined ? '' : button, valid === undefined ? '' : small(valid), small(template.outro)].filter(Boolean).join('\n')}
</div></body></html>
`
}
