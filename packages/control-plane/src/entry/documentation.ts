export { documentedOperations, renderOperations, type DocumentedOperation } from '../documentation.ts'
export { projectEvents } from '../events/project-events.ts'
