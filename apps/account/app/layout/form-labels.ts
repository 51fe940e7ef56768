import { type FlowFormLabels, labelsOf } from '@gatehouse/flow-form/labels'
import { useText } from '../text/text-source.ts'

/** Returns the texts of a form beyond the wire's own. */
export function useFormLabels(): FlowFormLabels {
  return labelsOf(useText('common'))
}
