import type { TOTP } from 'otpauth'
import { PNG } from 'pngjs'
import { encode } from 'uqr'
import { z } from 'zod'
import type { Message, UiNode } from '@gatehouse/contract/flows'
import type { Transactions } from '@gatehouse/platform/database'

import type { IdentityConfig } from '../../configuration/config.ts'
import type { CredentialImport } from '../../credentials/credential-import.ts'
import { type SecondFactorFacts, withoutFactor } from '../../credentials/factors.ts'
import type { Seals } from '../../credentials/sealed.ts'
import { codeText, fieldRejection, isPressed, limitedInSession } from '../../flows/ports/strategy-input.ts'
import type { Rejected } from '../../flows/ports/strategy-outcome.ts'
import type {
  LoginCapability,
  SettingsAttempt,
  SettingsCapability,
  SettingsOutcome,
  Strategy,
} from '../../flows/ports/strategy.ts'
import { noticesOf, secondFactorNotices } from '../../flows/settings/notices.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'
import type { Identity } from '../../identities/identity.ts'
import type { IdentitySchemas } from '../../identities/schemas.ts'
import { tooManyTries } from '../../messages/account-rule.ts'
import { saveLabel } from '../../messages/labels.ts'
import {
  noTotp,
  removeTotpLabel,
  totpCodeLabel,
  totpKnownAlready,
  totpQrLabel,
  totpSecret,
  totpSecretLabel,
  verifyTotpLabel,
  withTotpLabel,
  wrongTotpCode,
} from '../../messages/totp.ts'
import { imageNode, inputNode, nodeName, submitNode, textNode } from '../../nodes/node.ts'
import { checkTotp, withTotp } from './credential.ts'
import { createKey, readKey, stepOf } from './key.ts'

/**
 * Authenticator apps (RFC 6238) as a second factor: SHA-1, 6 digits, 30 seconds, one step of tolerance either way, and
 * each code once. Guessing: from the fifth wrong code in a row on, the credential is paused for 30 seconds, then twice
 * as long after each further one, up to an hour; meanwhile even the right code is answered with 4000001, in every flow.
 */
export function totpStrategy(dependencies: TotpDependencies): Strategy {
  return { id: 'totp', login: totpLogin(dependencies), settings: totpSettings(dependencies) }
}

/** The import of authenticator apps' keys, as their address. */
export const totpImport: CredentialImport = {
  type: 'totp',
  body: z
    .strictObject({ config: z.strictObject({ totp_url: z.string() }) })
    .transform(({ config: { totp_url: url } }) => ({
      prepare: () => {
        if (readKey(url)) return (seals, identity, now) => withTotp(seals, identity, url, now)
        return { refused: 'totp_url is no otpauth://totp/ address that can be used.' }
      },
    })),
}

type LoginDependencies = Pick<TotpDependencies, 'identities' | 'seals' | 'transactions'>

/** Confirming a sign-in with the code of an authenticator app. */
function totpLogin({ identities, seals, transactions }: LoginDependencies): LoginCapability {
  return {
    limitSubject: (attempt) => limitedInSession(attempt, codeText(attempt.fields, 'totp_code')),
    nodes: ({ aal, identity }) => (aal === 'aal2' && identity && hasTotp(identity) ? askCodeNodes() : []),
    submit: async ({ fields, now, identity }) => {
      const code = codeText(fields, 'totp_code')
      if (code.kind !== 'text') return { ...fieldRejection('totp_code', code), values: emptied }
      // The transaction of the check also counts the try: of two at once, the second sees the first.
      const result = await transactions.durable(async () => {
        const fresh = identity && (await identities.find(identity.id))
        const check = fresh ? checkTotp(seals, fresh, code.value, now) : ({ kind: 'absent' } as const)
        if (check.kind === 'right' || check.kind === 'wrong') await identities.update(check.identity, 'upkeep')
        return check
      })
      switch (result.kind) {
        case 'right':
          return { kind: 'authenticated', identity: result.identity, method: 'totp', aal: 'aal2' }
        case 'wrong':
          return rejected(wrongTotpCode())
        case 'paused':
          return rejected(tooManyTries(result.until - now))
        case 'absent':
          return rejected(noTotp())
        default:
          return result satisfies never
      }
    },
  }
}

const emptied = { totp_code: undefined } as const

function rejected(message: Message): Rejected {
  return { kind: 'rejected', form: [message], values: emptied }
}

type SettingsDependencies = Pick<TotpDependencies, 'config' | 'schemas' | 'seals'>

/** Setting an authenticator app up, and removing it. */
function totpSettings({ config, schemas, seals }: SettingsDependencies): SettingsCapability {
  const { issuer } = config.selfservice.methods.totp

  /**
   * Returns the account's name in the app: the trait that the schema names for it, else a sign-in name, else the id.
   */
  function accountName({ id, schemaId, traits, credentials }: Identity): string {
    const marked = schemas
      .get(schemaId)
      ?.check(traits)
      .extended.find(({ extension }) => extension.credentials?.totp?.account_name === true)?.value
    if (typeof marked === 'string' && marked !== '') return marked
    return credentials.password?.identifiers[0] ?? credentials.code?.identifiers[0] ?? id
  }

  function setUp({ flow, fields, identity, now }: SettingsAttempt): SettingsOutcome {
    const code = codeText(fields, 'totp_code')
    if (code.kind !== 'text') return fieldRejection('totp_code', code)
    const secret = offeredSecret(flow.nodes)
    if (hasTotp(identity) || secret === undefined) return { kind: 'rejected', form: [totpKnownAlready()] }
    const key = createKey(issuer, accountName(identity), secret)
    const step = stepOf(key, code.value, now)
    if (step === undefined) return { kind: 'rejected', fields: [{ field: 'totp_code', message: wrongTotpCode() }] }
    return {
      kind: 'changed',
      change: (fresh) => withTotp(seals, fresh, key.toString(), now, step),
      method: { method: 'totp', aal: 'aal2' },
    }
  }

  return {
    nodes: ({ identity }) =>
      hasTotp(identity) ? removalNodes() : setUpNodes(createKey(issuer, accountName(identity))),
    isForMembers: true,
    isPrivileged: () => true,
    changes: (before, after) => noticesOf(factorOf(before), factorOf(after), secondFactorNotices),
    submit: (attempt) =>
      isPressed(attempt.fields, 'totp_unlink')
        ? { kind: 'changed', change: (fresh) => withoutFactor(fresh, 'totp', attempt.now) }
        : setUp(attempt),
  }
}

/** Returns the factor for notices: another key is another factor. */
function factorOf(identity: Identity): readonly string[] {
  return hasTotp(identity) ? [JSON.stringify(identity.credentials.totp?.config['totp_url'])] : []
}

/** Asks for a code at sign-in. */
function askCodeNodes(): UiNode[] {
  return [
    inputNode('totp', 'totp_code', 'text', { value: '', required: true }, totpCodeLabel()),
    submitNode('totp', 'method', 'totp', withTotpLabel()),
  ]
}

/** Shows a new key, as a picture and as a text, with a field for a code that proves its receipt. */
function setUpNodes(key: TOTP): UiNode[] {
  return [
    imageNode('totp', 'totp_qr', qrPicture(key.toString()), qrSize, totpQrLabel()),
    textNode('totp', secretNode, totpSecret(key.secret.base32), totpSecretLabel()),
    inputNode('totp', 'totp_code', 'text', { required: true }, verifyTotpLabel()),
    submitNode('totp', 'method', 'totp', saveLabel()),
  ]
}

/** Offers to take the key away. */
function removalNodes(): UiNode[] {
  return [inputNode('totp', 'totp_unlink', 'submit', { value: 'true', required: true }, removeTotpLabel())]
}

const secretNode = 'totp_secret_key'

/** Returns the secret (base32) that a stored settings form offers: the key is stored only there until it is saved. */
function offeredSecret(nodes: readonly UiNode[]): string | undefined {
  const node = nodes.find((one) => one.group === 'totp' && nodeName(one) === secretNode)
  const secret = node?.attributes.node_type === 'text' ? node.attributes.text.context?.['secret'] : undefined
  return typeof secret === 'string' ? secret : undefined
}

/** Width and height of the picture in pixels. */
const qrSize = 256
/** The fewest empty modules around the code. Pages add more white space. */
const border = 2
// Each row as its difference from the one above: most are equal. Trying all ways for each row took longer than the rest.
const rowDifference = 2
const gray = { colorType: 0, inputColorType: 0, inputHasAlpha: false, filterType: rowDifference } as const
// Trying all eight masks takes two thirds of the time of the code; secrets are random, so that each is as good.
const maskPattern = 0

/** Draws a QR code as the data URI of a PNG, `qrSize` wide and high: whole pixels per module, centred on white. */
export function qrPicture(text: string): string {
  const code = encode(text, { ecc: 'L', border, maskPattern })
  const scale = Math.max(1, Math.floor(qrSize / code.size))
  const offset = Math.max(0, Math.floor((qrSize - scale * code.size) / 2))
  const picture = new PNG({ width: qrSize, height: qrSize, ...gray })
  const pixels = Buffer.alloc(qrSize * qrSize, 255)
  code.data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (!isDark) return
      for (let line = 0; line < scale; line += 1) {
        const start = (offset + y * scale + line) * qrSize + offset + x * scale
        pixels.fill(0, start, start + scale)
      }
    })
  })
  picture.data = pixels
  return `data:image/png;base64,${PNG.sync.write(picture, gray).toString('base64')}`
}

/** The dependencies of authenticator apps. */
export interface TotpDependencies {
  readonly config: Pick<IdentityConfig, 'selfservice'>
  readonly identities: Pick<IdentityStore, 'find' | 'update'>
  readonly schemas: IdentitySchemas
  readonly seals: Seals
  readonly transactions: Transactions
}

/** True if an authenticator app is set up. */
function hasTotp({ credentials }: Identity): boolean {
  const url = credentials.totp?.config['totp_url']
  return typeof url === 'string' && url !== ''
}

/** Authenticator apps as a second factor, for the registry. */
export const totpFactor: SecondFactorFacts = {
  counts: ({ totp }) => totp.enabled,
  isSetUp: hasTotp,
}
