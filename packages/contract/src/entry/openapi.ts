/** The OpenAPI documents, and the operations of the identity API that they are made from. */
export { identityAdminContract } from '../identity-api/admin.ts'
export type { IdentityOperation } from '../identity-api/operation.ts'
export { browserPaths, healthContract, identityPublicContract } from '../identity-api/public.ts'
export {
  type OpenApiDocument,
  controlPlaneDocument,
  identityDocument,
  publicIdentityDocument,
} from '../openapi/document.ts'
