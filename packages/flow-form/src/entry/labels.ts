/** The texts that a form needs besides the service's own. */
export { englishLabels, labelsOf, type FlowFormLabels } from '../labels.ts'
