import { type FlowFormLabels, labelsOf } from '@gatehouse/flow-form/labels'
import { useText } from '../text/text-source.ts'

/** What a form says beyond the wire's own texts. */
export function useFormLabels(): FlowFormLabels {
  return labelsOf(useText('common'))
}
