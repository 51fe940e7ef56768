/** Tables of journeys, and the schema of the people in them. */
export { kratosJourneys, kratosRow, type KratosJourneys } from '../kratos-journeys.ts'
export {
  emailTrait,
  identityPart,
  nameTraits,
  phoneTrait,
  schemaOf,
  signedInAndAskedToVerify,
} from '../person-schema.ts'
export { cells, journeys, returns, type Cell, type Journey, type ReturnKind } from '../return-to-table.ts'
