/** The checks before an account is sent. */
export { schemaChecks, schemaVerdicts } from '../check-schemas.ts'
