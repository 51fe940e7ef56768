/** What is checked before an account is sent. */
export { schemaChecks, schemaVerdicts } from '../check-schemas.ts'
