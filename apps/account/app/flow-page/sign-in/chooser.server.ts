import { isInputNode, type Flow } from '@gatehouse/contract/flows'
import { keepTyped } from '../form/keep-typed.ts'
import type { DrawnFlow } from '../drawn-flow.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { accountParameter, removedParameter } from './chooser-address.ts'
import { knownAccounts, removedAccount } from '../../identity/known-accounts.server.ts'

/**
 * Returns the accounts to choose from before a sign-in, or the chosen one. Only at its very start: not after an input,
 * a refusal or a message, nor if the person is already known.
 */
export function chooseAccount(
  flow: Flow,
  page: PageRequest,
  url: URL,
): Pick<DrawnFlow, 'accounts' | 'chosen' | 'removed'> {
  if (!isStart(flow) || url.searchParams.has('login_hint')) return {}
  const accounts = knownAccounts(page)
  const asked = url.searchParams.get(accountParameter)
  if (asked === null) {
    const removed = url.searchParams.has(removedParameter) ? removedAccount(page) : undefined
    return { ...(accounts.length > 0 && { accounts }), ...(removed && { removed }) }
  }
  const chosen = accounts.find((_, index) => String(index) === asked)
  return chosen === undefined ? {} : { chosen }
}

/** Returns the form with the name of the chosen account in it. */
export function filledInFor<F extends Flow>(flow: F, { chosen }: Pick<DrawnFlow, 'chosen'>): F {
  return chosen === undefined ? flow : keepTyped(flow, new URLSearchParams({ identifier: chosen.name }))
}

function isStart(flow: Flow): boolean {
  if (!('requested_aal' in flow) || flow.requested_aal === 'aal2' || flow.refresh) return false
  if (flow.state !== 'choose_method' || flow.organization_id) return false
  const { messages = [], nodes } = flow.ui
  const isTyped = nodes.some(
    (node) => isInputNode(node) && node.attributes.name === 'identifier' && Boolean(node.attributes.value),
  )
  return messages.length === 0 && !isTyped && nodes.every((node) => node.messages.length === 0)
}
