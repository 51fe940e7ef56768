/** What people type into and press. */
export { Button, ButtonLink, type ButtonProps, type ButtonVariant } from '../button.tsx'
export { Checkbox } from '../checkbox.tsx'
export { CodeInput } from '../code-input.tsx'
export { ErrorSummary, type SummaryItem } from '../error-summary.tsx'
export { Field, FieldMessages, TextArea, TextInput, type ControlProps, type FieldMessage } from '../field.tsx'
export { InPageLink } from '../in-page-link.tsx'
export { PasswordInput } from '../password-input.tsx'
export { Select } from '../select.tsx'
