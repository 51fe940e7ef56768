import type { SettingsFlow } from '@gatehouse/contract/flows'
import { CommandFailure } from './command-failure.ts'
import { messagesOf } from './fill-in.ts'
import { totpQrCode } from './qr-code.ts'
import { hasErrors, saveGroup, shownNode, submitSettings, type SettingsSession } from './settings-flow.ts'

/** The input of setting up an authenticator app: answers given beforehand, and the issuer that the app shows. */
export interface TotpSetUp {
  readonly given: ReadonlyMap<string, string>
  readonly issuer: string
}

/** Shows the key for an authenticator app, also as a QR code, and asks for its first code. */
export async function addTotp(
  session: SettingsSession,
  flow: SettingsFlow,
  { given, issuer }: TotpSetUp,
): Promise<SettingsFlow> {
  const key = shownNode(flow, 'totp_secret_key')?.attributes
  if (key?.node_type !== 'text') {
    throw new CommandFailure('An authenticator app is set up already, or this service has none. Remove it by --remove.')
  }
  const secret = secretOf(key.text.context)
  session.conversation.remark(totpQrCode(secret, { issuer, label: nameOf(flow) }))
  session.conversation.say(`Key for the authenticator app: ${secret}`)
  return saveGroup(session, flow, 'totp', given)
}

/** Makes new backup codes and keeps them. Each is shown this once. */
export async function addBackupCodes(session: SettingsSession, flow: SettingsFlow): Promise<readonly string[]> {
  const shown = await submitSettings(session, flow, asked('lookup_secret', 'lookup_secret_regenerate'))
  const codes = codesOf(shown)
  done(await submitSettings(session, shown, asked('lookup_secret', 'lookup_secret_confirm')))
  return codes
}

/** Reads the backup codes. Used ones are left out. */
export async function revealBackupCodes(session: SettingsSession, flow: SettingsFlow): Promise<readonly string[]> {
  return codesOf(await submitSettings(session, flow, asked('lookup_secret', 'lookup_secret_reveal')))
}

const removals = { totp: 'totp_unlink', lookup_secret: 'lookup_secret_disable' } as const

/** Takes a second factor away. */
export async function removeFactor(
  session: SettingsSession,
  flow: SettingsFlow,
  factor: keyof typeof removals,
): Promise<SettingsFlow> {
  return done(await submitSettings(session, flow, asked(factor, removals[factor])))
}

function asked(method: string, action: string): URLSearchParams {
  return new URLSearchParams({ method, [action]: 'true' })
}

function done(flow: SettingsFlow): SettingsFlow {
  if (hasErrors(flow) || flow.state !== 'success')
    throw new CommandFailure(messagesOf(flow).join('\n') || 'Nothing was changed.')
  return flow
}

function codesOf(flow: SettingsFlow): readonly string[] {
  const shown = shownNode(flow, 'lookup_secret_codes')?.attributes
  const list: unknown = shown?.node_type === 'text' ? shown.text.context?.['secrets'] : undefined
  if (!Array.isArray(list))
    throw new CommandFailure(messagesOf(flow).join('\n') || 'The service shows no recovery codes.')
  return list.flatMap((one: unknown) => secretsIn(one))
}

function secretsIn(message: unknown): readonly string[] {
  if (typeof message !== 'object' || message === null || !('context' in message)) return []
  const secret = secretOf(message.context)
  return secret === '' ? [] : [secret]
}

function secretOf(context: unknown): string {
  if (typeof context !== 'object' || context === null || !('secret' in context)) return ''
  return typeof context.secret === 'string' ? context.secret : ''
}

/** Returns the name that distinguishes one account from another in the list of an app. */
function nameOf({ identity: { traits, id } }: SettingsFlow): string {
  if (typeof traits !== 'object' || traits === null) return id
  const named = ['email', 'username', 'phone'].map((name) => Object.entries(traits).find(([key]) => key === name)?.[1])
  return named.find((value) => typeof value === 'string') ?? id
}
