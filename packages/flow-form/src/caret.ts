import { isInputNode, type Flow, type FlowKind, type InputNode, type UiNode } from '@gatehouse/contract/flows'
import { isAbout } from './error-fields.ts'
import { isCodeField } from './field-attributes.ts'
import { errorsOf, isField, textOf } from './node-facts.ts'

/** The wire's message for a sign-in name and a password that do not belong together. */
const wrongPassword = 4000006

/** The wire's message after a recovery: the settings ask for a new password then. */
const recovered = 1060001

/** Flows whose page sets the caret. A sign-up is read before it is filled in, and settings have many forms. */
const asking: ReadonlySet<FlowKind> = new Set(['login', 'recovery', 'verification'])

/**
 * Returns the field to type into again after a refusal: the first one that is at fault. A wrong password may be a
 * mistyped name as well, but it is the password that has to be typed again. Undefined if no field is at fault: the
 * summary then gets the focus.
 */
export function fieldAtFault({ ui }: Pick<Flow, 'ui'>, drawn: readonly UiNode[] = ui.nodes): InputNode | undefined {
  const fields = drawn.filter(isField).filter(({ attributes }) => !attributes.disabled)
  const ofForm = errorsOf(ui.messages)
  const refused = fields.find(
    (node) => errorsOf(node.messages).length > 0 || ofForm.some(({ id }) => isAbout(id, node)),
  )
  const isPassword = ofForm.some(({ id }) => id === wrongPassword)
  return (isPassword ? fields.find(({ attributes: { type } }) => type === 'password') : undefined) ?? refused
}

/** Returns the field that has the caret when the page is drawn. Undefined while an error belongs to no field. */
export function fieldToFill(
  { ui }: Pick<Flow, 'ui'>,
  kind: FlowKind,
  content: readonly UiNode[],
): InputNode | undefined {
  const fields = content.filter(isField)
  const refused = fieldAtFault({ ui })
  if (refused) return fields.includes(refused) ? refused : undefined
  const isRefused = [ui, ...ui.nodes].some(({ messages }) => errorsOf(messages).length > 0)
  if (isRefused) return undefined
  if (kind === 'settings')
    return ui.messages?.some(({ id }) => id === recovered)
      ? fields.find(({ attributes: { type } }) => type === 'password')
      : undefined
  const [first] = fields
  if (first && isCodeField(first)) return first
  return asking.has(kind) ? fields.find((field) => isTyped(field) && textOf(field.attributes.value) === '') : undefined
}

function isTyped(node: UiNode): boolean {
  return isInputNode(node) && ['text', 'email', 'tel', 'password'].includes(node.attributes.type)
}
