import { z } from 'zod'
import type { Message, UiNode } from '@gatehouse/contract/flows'
import type { Transactions } from '@gatehouse/platform/database'

import type { CredentialImport } from '../../credentials/credential-import.ts'
import { type SecondFactorFacts, withoutFactor } from '../../credentials/factors.ts'
import type { Seals } from '../../credentials/sealed.ts'
import { isObject } from '../../flows/http/submission.ts'
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
import { tooManyTries } from '../../messages/account-rule.ts'
import { noUsableMethod } from '../../messages/flow-errors.ts'
import {
  backupCode,
  backupCodeLabel,
  backupCodeUsed,
  codeList,
  codeListLabel,
  confirmCodesLabel,
  disableCodesLabel,
  newCodesLabel,
  noBackupCodes,
  nothingToConfirm,
  revealCodesLabel,
  usedBackupCode,
  withBackupCodeLabel,
  wrongBackupCode,
} from '../../messages/lookup-secret.ts'
import { inputNode, nodeName, submitNode, textNode } from '../../nodes/node.ts'
import { type BackupCode, backupCodesOf, newBackupCodes, spendBackupCode, withBackupCodes } from './credential.ts'

/**
 * Backup codes as a second factor: twelve, each valid once, sealed on disk. Guessing is slowed down as with
 * authenticator apps: from the fifth wrong code in a row on the credential is paused, 30 seconds at first, up to an
 * hour; meanwhile even a right code is answered with 4000001, in every flow. A code that was used before is no guess.
 */
export function lookupSecretStrategy(dependencies: LookupSecretDependencies): Strategy {
  return {
    id: 'lookup_secret',
    login: lookupSecretLogin(dependencies),
    settings: lookupSecretSettings(dependencies),
  }
}

const codes = z
  .array(z.strictObject({ code: z.string(), used_at: z.iso.datetime({ offset: true }).nullish() }))
  .max(100)

/** The import of backup codes: reads have the key `recovery_codes`, the hosted product's imports `codes`. */
export const backupCodeImport: CredentialImport = {
  type: 'lookup_secret',
  body: z
    .strictObject({ config: z.union([z.strictObject({ recovery_codes: codes }), z.strictObject({ codes })]) })
    .transform(({ config }) => ({
      prepare: () => {
        const usable = ('codes' in config ? config.codes : config.recovery_codes).map(asTyped)
        if (!usable.every(isLongEnough)) {
          return { refused: `A recovery code has at least ${shortestCode} characters.` }
        }
        return (seals, identity, now) =>
          usable.length === 0 ? identity : withBackupCodes(seals, identity, usable, now)
      },
    })),
}

const shortestCode = 6

/** Normalizes a code as in a form: without dashes and spaces, in lower case. */
function asTyped({ code, used_at: usedAt }: z.output<typeof codes>[number]): BackupCode {
  const plain = code.replace(/[\s-]/g, '').toLowerCase()
  return { code: plain, usedAt: usedAt ? Date.parse(usedAt) : undefined }
}

function isLongEnough({ code }: BackupCode): boolean {
  return code.length >= shortestCode && code.length <= 64
}

/** Confirming a sign-in with a backup code. */
function lookupSecretLogin({ identities, seals, transactions }: LookupSecretDependencies): LoginCapability {
  return {
    limitSubject: (attempt) => limitedInSession(attempt, codeText(attempt.fields, 'lookup_secret')),
    nodes: ({ aal, identity }) => (aal === 'aal2' && identity && hasLookupCodes(identity) ? askBackupCodeNodes() : []),
    submit: async ({ fields, now, identity }) => {
      const code = codeText(fields, 'lookup_secret')
      if (code.kind !== 'text') return { ...fieldRejection('lookup_secret', code), values: emptied }
      // The code is used up in the same transaction that finds it: of two at once, one wins.
      const result = await transactions.durable(async () => {
        const fresh = identity && (await identities.find(identity.id))
        const check = fresh ? spendBackupCode(seals, fresh, code.value, now) : ({ kind: 'absent' } as const)
        if (check.kind === 'right' || check.kind === 'wrong') await identities.update(check.identity, 'upkeep')
        return check
      })
      switch (result.kind) {
        case 'right':
          return { kind: 'authenticated', identity: result.identity, method: 'lookup_secret', aal: 'aal2' }
        case 'wrong':
          return rejected(wrongBackupCode())
        case 'used':
          return rejected(backupCodeUsed())
        case 'paused':
          return rejected(tooManyTries(result.until - now))
        case 'absent':
          return rejected(noBackupCodes())
        default:
          return result satisfies never
      }
    },
  }
}

const emptied = { lookup_secret: undefined } as const

function rejected(message: Message): Rejected {
  return { kind: 'rejected', form: [message], values: emptied }
}

/** Creating backup codes, showing them again, and removing them. */
function lookupSecretSettings({ seals }: Pick<LookupSecretDependencies, 'seals'>): SettingsCapability {
  /**
   * TABLE: the action of each button. New codes replace the old ones only when the person has confirmed having them.
   */
  const buttons: readonly (readonly [name: string, act: (attempt: SettingsAttempt) => SettingsOutcome])[] = [
    [
      'lookup_secret_regenerate',
      () => {
        const codes = newCodesNodes(newBackupCodes())
        return { kind: 'show', draw: (nodes) => withCodeNodes(nodes, codes) }
      },
    ],
    [
      'lookup_secret_confirm',
      ({ flow, now }) => {
        const codes = offeredCodes(flow.nodes).map((code) => ({ code, usedAt: undefined }))
        if (codes.length === 0) return { kind: 'rejected', form: [nothingToConfirm()] }
        return {
          kind: 'changed',
          change: (fresh) => withBackupCodes(seals, fresh, codes, now),
          method: { method: 'lookup_secret', aal: 'aal2' },
        }
      },
    ],
    [
      'lookup_secret_reveal',
      ({ identity }) => {
        const codes = backupCodesOf(seals, identity)
        if (codes.length === 0) return { kind: 'rejected', form: [noBackupCodes()] }
        return { kind: 'show', draw: (nodes) => withCodeNodes(nodes, revealedNodes(codes)) }
      },
    ],
    [
      'lookup_secret_disable',
      ({ now }) => {
        return { kind: 'changed', change: (fresh) => withoutFactor(fresh, 'lookup_secret', now) }
      },
    ],
  ]

  return {
    nodes: ({ identity }) => manageNodes(hasLookupCodes(identity)),
    isForMembers: true,
    isPrivileged: () => true,
    changes: (before, after) => noticesOf(factorOf(before), factorOf(after), secondFactorNotices),
    submit: (attempt) => {
      const pressed = buttons.find(([name]) => isPressed(attempt.fields, name))
      return pressed ? pressed[1](attempt) : { kind: 'rejected', form: [noUsableMethod('settings')] }
    },
  }
}

/** Returns the factor for notices: other backup codes count as another factor. */
function factorOf(identity: Identity): readonly string[] {
  return hasLookupCodes(identity) ? [String(identity.credentials.lookup_secret?.updatedAt)] : []
}

const group = 'lookup_secret'
const listNode = 'lookup_secret_codes'

const regenerate = () => submitNode(group, 'lookup_secret_regenerate', 'true', newCodesLabel())
const reveal = () => submitNode(group, 'lookup_secret_reveal', 'true', revealCodesLabel())
const disable = () => submitNode(group, 'lookup_secret_disable', 'true', disableCodesLabel())
const confirm = () => submitNode(group, confirmName, 'true', confirmCodesLabel())
const confirmName = 'lookup_secret_confirm'

/** Asks for a code at sign-in. */
function askBackupCodeNodes(): UiNode[] {
  return [
    inputNode(group, 'lookup_secret', 'text', { value: '', required: true }, backupCodeLabel()),
    submitNode(group, 'method', group, withBackupCodeLabel()),
  ]
}

/** Returns the buttons for backup codes while none are shown. */
function manageNodes(hasCodes: boolean): UiNode[] {
  return hasCodes ? [reveal(), disable()] : [regenerate()]
}

/** Returns the nodes of new codes, which count once they are confirmed. */
function newCodesNodes(codes: readonly string[]): UiNode[] {
  return [listOf(codes.map(backupCode)), confirm()]
}

/** Returns the nodes that show the codes. */
function revealedNodes(codes: readonly BackupCode[]): UiNode[] {
  const messages = codes.map(({ code, usedAt }) => (usedAt === undefined ? backupCode(code) : usedBackupCode(usedAt)))
  return [listOf(messages), disable(), regenerate()]
}

/** Replaces the form's nodes for backup codes. */
function withCodeNodes(nodes: readonly UiNode[], own: readonly UiNode[]): UiNode[] {
  return [...nodes.filter((node) => node.group !== group), ...own]
}

/** Returns the new codes that a stored settings form asks to confirm: they are stored only there until then. */
function offeredCodes(nodes: readonly UiNode[]): readonly string[] {
  const names = nodes.filter((node) => node.group === group)
  if (!names.some((node) => nodeName(node) === confirmName)) return []
  const list = names.find((node) => nodeName(node) === listNode)
  const secrets = list?.attributes.node_type === 'text' ? list.attributes.text.context?.['secrets'] : undefined
  return Array.isArray(secrets) ? secrets.flatMap(secretOf) : []
}

function secretOf(message: unknown): readonly string[] {
  const context = isObject(message) ? message['context'] : undefined
  const secret = isObject(context) ? context['secret'] : undefined
  return typeof secret === 'string' ? [secret] : []
}

function listOf(secrets: readonly Message[]): UiNode {
  return textNode(group, listNode, codeList(secrets), codeListLabel())
}

/** The dependencies of backup codes. */
export interface LookupSecretDependencies {
  readonly identities: Pick<IdentityStore, 'find' | 'update'>
  readonly seals: Seals
  readonly transactions: Transactions
}

/** True if there are backup codes, used or not: the last one used up does not open the account. */
function hasLookupCodes({ credentials }: Identity): boolean {
  const codes = credentials.lookup_secret?.config['recovery_codes']
  return Array.isArray(codes) && codes.length > 0
}

/** Backup codes as a second factor, for the registry. */
export const backupCodeFactor: SecondFactorFacts = {
  counts: ({ lookupSecret }) => lookupSecret.enabled,
  isSetUp: hasLookupCodes,
  spare: 'lookup_secret',
}
