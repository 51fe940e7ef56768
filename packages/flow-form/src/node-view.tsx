import { isInputNode } from '@gatehouse/contract/flows'
import { ButtonNode } from './button-node.tsx'
import { ContentNode } from './content-node.tsx'
import { FieldNode } from './field-node.tsx'
import { englishLabels } from './labels.ts'
import { isButton, isHidden, testIdOf, textOf } from './node-facts.ts'
import type { NodeViewProps } from './node-props.ts'

/** One node of the wire, whatever its type, in a wrapper with the test id `node/{type}/{name}`. */
export function NodeView(props: NodeViewProps) {
  const { node } = props
  const labels = props.labels ?? englishLabels
  if (!isInputNode(node)) return <ContentNode node={node} labels={labels} idPrefix={props.idPrefix} />
  if (isHidden(node)) {
    return (
      <div hidden data-testid={testIdOf(node)}>
        <input type="hidden" name={node.attributes.name} defaultValue={textOf(node.attributes.value)} />
      </div>
    )
  }
  if (isButton(node)) return <ButtonNode {...props} node={node} labels={labels} />
  return <FieldNode {...props} node={node} labels={labels} />
}
