/** Secrets that the data folder keeps. */
export {
  keepNewestSecrets,
  loadGeneratedSecrets,
  rotateGeneratedSecrets,
  type GeneratedSecrets,
  type SecretGenerations,
  type SecretSource,
  writeGeneratedSecrets,
} from '../generated-secrets.ts'
