import type { Message, UiNode } from '@gatehouse/contract/flows'

import {
  backupCode,
  backupCodeLabel,
  codeList,
  codeListLabel,
  confirmCodesLabel,
  disableCodesLabel,
  newCodesLabel,
  revealCodesLabel,
  withBackupCodeLabel,
  usedBackupCode,
} from '../../messages/lookup-secret.ts'
import { isObject } from '../../flows/http/submission.ts'
import { inputNode, nodeName, submitNode, textNode } from '../../nodes/node.ts'
import type { BackupCode } from './credential.ts'

const group = 'lookup_secret'
const listNode = 'lookup_secret_codes'

const regenerate = () => submitNode(group, 'lookup_secret_regenerate', 'true', newCodesLabel())
const reveal = () => submitNode(group, 'lookup_secret_reveal', 'true', revealCodesLabel())
const disable = () => submitNode(group, 'lookup_secret_disable', 'true', disableCodesLabel())
const confirm = () => submitNode(group, confirmName, 'true', confirmCodesLabel())
const confirmName = 'lookup_secret_confirm'

/** Asks for a code at sign-in. */
export function askBackupCodeNodes(): UiNode[] {
  return [
    inputNode(group, 'lookup_secret', 'text', { value: '', required: true }, backupCodeLabel()),
    submitNode(group, 'method', group, withBackupCodeLabel()),
  ]
}

/** Returns the buttons for backup codes while none are shown. */
export function manageNodes(hasCodes: boolean): UiNode[] {
  return hasCodes ? [reveal(), disable()] : [regenerate()]
}

/** Returns the nodes of new codes, which count once they are confirmed. */
export function newCodesNodes(codes: readonly string[]): UiNode[] {
  return [listOf(codes.map(backupCode)), confirm()]
}

/** Returns the nodes that show the codes. */
export function revealedNodes(codes: readonly BackupCode[]): UiNode[] {
  const messages = codes.map(({ code, usedAt }) => (usedAt === undefined ? backupCode(code) : usedBackupCode(usedAt)))
  return [listOf(messages), disable(), regenerate()]
}

/** Replaces the form's nodes for backup codes. */
export function withCodeNodes(nodes: readonly UiNode[], own: readonly UiNode[]): UiNode[] {
  return [...nodes.filter((node) => node.group !== group), ...own]
}

/** Returns the new codes that a stored settings form asks to confirm: they are stored only there until then. */
export function offeredCodes(nodes: readonly UiNode[]): readonly string[] {
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
