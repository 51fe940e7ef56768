/** Every public call of an identity service. */
export type { Answer, AnswerMetadata, ErrorAnswer, OkAnswer } from '../answer.ts'
export { createIdentityClient, type IdentityClient } from '../client.ts'
export type { Credentials, Query, Submission } from '../credentials.ts'
export { IdentityServiceUnreachable } from '../unreachable.ts'
