/** A flow as a form, and its messages. */
export { FlowForm, type FlowFormProps } from '../flow-form.tsx'
export { FlowMessages } from '../flow-messages.tsx'
