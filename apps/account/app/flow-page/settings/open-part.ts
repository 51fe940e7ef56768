import type { SettingsFlow, UiNode } from '@gatehouse/contract/flows'
import { sectionParameter } from '../../request/section.ts'
import { partOf } from './parts.ts'

/** The wire's message that an account was recovered: a new password is what comes next. */
const recovered = 1060001

/**
 * The part of the settings that is open: the one that the address names, else the one that the flow has something to say
 * of, as after a detour over the sign-in. A part that is done with by a saved change closes.
 */
export function openPart(flow: SettingsFlow, url: URL, groups: readonly string[]): string | undefined {
  const asked = url.searchParams.get(sectionParameter)
  const part = groups.find((group) => group === asked) ?? spokenOf(flow, groups)
  return flow.state === 'success' && part !== undefined && partOf(part)?.saved !== 'part' ? undefined : part
}

function spokenOf({ state, active, ui: { nodes, messages } }: SettingsFlow, groups: readonly string[]) {
  const faulty = nodes.find((node) => node.messages.some(({ type }) => type === 'error'))?.group
  const shown = nodes.find(isShownCode)?.group
  const next = messages?.some(({ id }) => id === recovered) ? 'password' : undefined
  const changed = state === 'success' || messages?.some(({ type }) => type === 'error') ? active : undefined
  const spoken = faulty ?? shown ?? next ?? changed
  return groups.find((group) => group === spoken)
}

function isShownCode({ attributes }: UiNode): boolean {
  return attributes.node_type === 'text' && attributes.id === 'lookup_secret_codes'
}
