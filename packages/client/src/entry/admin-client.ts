/** Every admin call of an identity service. */
export {
  createAdminClient,
  type AdminClient,
  type BatchOutcome,
  type RecoveryCode,
  type RecoveryLink,
} from '../admin-client.ts'
export { nextPageToken, previousPageToken } from '../next-page.ts'
