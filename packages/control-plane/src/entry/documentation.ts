export * from '../documentation.ts'
export { projectEvents } from '../events/project-events.ts'
