import { isInputNode, type Flow } from '@gatehouse/contract/flows'
import { Alert } from '@gatehouse/design/content'
import { ErrorSummary, type SummaryItem } from '@gatehouse/design/controls'
import { fieldAtFault } from './caret.ts'
import { englishLabels } from './labels.ts'
import { fieldsWithMessage, messageElementId } from './error-fields.ts'
import { controlId, errorsOf, isField, labelOf } from './node-facts.ts'

export interface FlowMessagesProps {
  /** Already in the person's language. */
  readonly flow: Pick<Flow, 'ui'>
  readonly labels?: { readonly errorTitle: string }
  /** Only the fields of these groups, and of `default`, are linked. */
  readonly groups?: readonly string[]
  /** The same as the form's. */
  readonly idPrefix?: string | undefined
}

/** The service's messages about the whole flow: errors as a summary that links to the fields, the rest as notes. */
export function FlowMessages({ flow, labels = englishLabels, groups, idPrefix }: FlowMessagesProps) {
  const { messages = [], nodes } = flow.ui
  const drawn = nodes.filter((node) => !groups || node.group === 'default' || groups.includes(node.group))
  const items: readonly SummaryItem[] = [
    ...errorsOf(messages).map(({ id, text }) => {
      const [field, ...others] = fieldsWithMessage(id, drawn)
      return {
        text,
        id: messageElementId(id, idPrefix),
        testId: `ui/message/${id}`,
        field: field && controlId(field, idPrefix),
        isAtField: field !== undefined && others.length === 0,
      }
    }),
    ...drawn.filter(isInputNode).flatMap((node) =>
      errorsOf(node.messages).map(({ text }) => ({
        text: `${labelOf(node)}: ${text}`,
        field: isField(node) ? controlId(node, idPrefix) : undefined,
        isAtField: isField(node),
      })),
    ),
  ]
  const atFault = fieldAtFault(flow, drawn)
  return (
    <>
      {items.length > 0 && (
        <ErrorSummary
          title={labels.errorTitle}
          items={items}
          submission={flow}
          caret={atFault && controlId(atFault, idPrefix)}
        />
      )}
      {messages
        // A flow may still hold the success message of an earlier submit, which would contradict this one's errors.
        .filter(({ type }) => type === 'info' || (type === 'success' && items.length === 0))
        .map(({ id, text, type }, index) => (
          <Alert key={index} kind={type}>
            <span data-testid={`ui/message/${id}`}>{text}</span>
          </Alert>
        ))}
    </>
  )
}
