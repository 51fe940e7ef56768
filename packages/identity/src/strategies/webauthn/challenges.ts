import { isInputNode, type UiNode } from '@gatehouse/contract/flows'

import { isObject } from '../../flows/http/submission.ts'
import { nodeName } from '../../nodes/node.ts'
import type { KeyDependencies } from './dependencies.ts'
import { newChallenge } from './options.ts'

/** The challenge that a flow gave to an authenticator. */
export interface Challenge {
  readonly challenge: string
  /** base64url; present for a new key. */
  readonly userHandle: string | undefined
}

/**
 * Takes the challenge out of a flow's stored form: the next one replaces it before the answer is checked, so that an
 * answer, right or wrong, counts once. `field` names the node that carries the options.
 */
export async function takeChallenge(
  { flows, transactions }: Pick<KeyDependencies, 'flows' | 'transactions'>,
  flowId: string,
  field: string,
): Promise<Challenge | undefined> {
  return transactions.write(async () => {
    const flow = await flows.find(flowId)
    const asked = flow && challengeAt(flow.nodes, field)
    if (!flow || !asked) return undefined
    const next = newChallenge()
    await flows.update({ ...flow, nodes: flow.nodes.map((node) => renewed(node, asked.challenge, next)) })
    return asked
  })
}

function challengeAt(nodes: readonly UiNode[], field: string): Challenge | undefined {
  const node = nodes.filter(isInputNode).find((one) => nodeName(one) === field)
  const value = typeof node?.attributes.value === 'string' ? parse(node.attributes.value) : undefined
  const options = member(member(value, 'credentialOptions') ?? value, 'publicKey')
  const challenge = member(options, 'challenge')
  const handle = member(member(options, 'user'), 'id')
  if (typeof challenge !== 'string' || challenge === '') return undefined
  return { challenge, userHandle: typeof handle === 'string' ? handle : undefined }
}

/** Replaces the challenge in the node's value, and in the script of older pages. */
function renewed(node: UiNode, old: string, next: string): UiNode {
  if (!isInputNode(node)) return node
  const { value, onclick } = node.attributes
  return {
    ...node,
    attributes: {
      ...node.attributes,
      ...(typeof value === 'string' && { value: value.replaceAll(old, next) }),
      ...(onclick !== undefined && { onclick: onclick.replaceAll(old, next) }),
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function member(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined
}
