import { randomUUID } from 'node:crypto'

import type { FlowType, Message, NodeGroup, ScriptAttributes, UiNode } from '@gatehouse/contract/flows'

import { publicUrl } from '../../flows/presentation/present.ts'
import { hiddenNode, inputNode } from '../../nodes/node.ts'
import { scriptIntegrity, scriptPath } from './script.ts'

/** Returns the script that the buttons of keys call. */
export function scriptNode(publicBaseUrl: string): UiNode<ScriptAttributes> {
  return {
    type: 'script',
    group: 'webauthn',
    attributes: {
      src: publicUrl(publicBaseUrl, scriptPath),
      async: true,
      referrerpolicy: 'no-referrer',
      crossorigin: 'anonymous',
      integrity: scriptIntegrity,
      type: 'text/javascript',
      id: 'webauthn_script',
      nonce: randomUUID(),
      node_type: 'script',
    },
    messages: [],
    meta: {},
  }
}

/** Returns a button that calls the authenticator. Native apps have their own functions, so they get only the name. */
export function triggerNode(
  type: FlowType,
  group: NodeGroup,
  name: string,
  trigger: { readonly run: string; readonly value?: string; readonly withValue?: boolean },
  label: Message,
): UiNode {
  const { run, value, withValue } = trigger
  return inputNode(
    group,
    name,
    'button',
    {
      ...(value !== undefined && { value }),
      ...(type === 'browser' && { onclick: `window.${run}(${withValue ? (value ?? '') : ''})` }),
      onclickTrigger: run,
    },
    label,
  )
}

/** Returns the field for the authenticator's answer, and a button with the options. */
export function questionNodes(
  publicBaseUrl: string,
  names: { readonly answer: string; readonly trigger: string; readonly run: string },
  options: unknown,
  label: Message,
): UiNode[] {
  const trigger = { run: names.run, value: JSON.stringify(options), withValue: true }
  return [
    hiddenNode('webauthn', names.answer, ''),
    triggerNode('browser', 'webauthn', names.trigger, trigger, label),
    scriptNode(publicBaseUrl),
  ]
}
