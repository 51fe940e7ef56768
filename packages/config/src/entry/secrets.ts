/** Secrets that the data folder keeps. */
export {
  keepNewestSecrets,
  loadGeneratedSecrets,
  rotateGeneratedSecrets,
  type GeneratedSecrets,
  type SecretGenerations,
  type SecretSource,
} from '../generated-secrets.ts'
