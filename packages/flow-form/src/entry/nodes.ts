/** The nodes of a flow: their facts, their drawing, their order. */
export { FieldNode } from '../field-node.tsx'
export { controlId, isHalfTypable, isNewPassword } from '../node-facts.ts'
export { groupsOf } from '../node-list.ts'
export type { Pressed } from '../node-props.ts'
export { secretsOf } from '../secrets.ts'
export { clickTrigger, loadTrigger, type RunTrigger, type TriggerState } from '../triggers.ts'
