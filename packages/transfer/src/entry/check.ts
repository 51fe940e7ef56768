/** What is checked before an account is sent. */
export { schemaChecks } from '../check-schemas.ts'
